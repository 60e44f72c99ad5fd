// SPDX-License-Identifier: MIT
//
// Random numbers by PCG32 (M. E. O'Neill, "PCG: A Family of Simple Fast Space-Efficient
// Statistically Good Algorithms for Random Number Generation", 2014; the XSH-RR 64/32 member) and
// a 64-bit hash. Only integer arithmetic decides the bits, so all machines agree.
//
// PCG's own seeding leaves streams of nearby seeds, and of one seed with two increments, visibly
// related (both are affine images of one another). Seeds and stream numbers are therefore
// scrambled first with the finalizer of SplitMix64.
#include "caper/base.h"

#include <math.h>

#define PCG_MULTIPLIER 6364136223846793005u

static uint64_t scramble(uint64_t x)
{
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

caper_rng caper_rng_make_stream(uint64_t seed, uint64_t stream)
{
    uint64_t which = scramble(stream ^ 0xC0FFEE5EED5u);
    caper_rng rng;
    rng.state = scramble(scramble(seed) + which);
    rng.increment = scramble(rng.state ^ which) | 1u;
    return rng;
}

caper_rng caper_rng_make(uint64_t seed)
{
    return caper_rng_make_stream(seed, 0);
}

uint32_t caper_rng_u32(caper_rng *rng)
{
    uint64_t old = rng->state;
    rng->state = old * PCG_MULTIPLIER + rng->increment;
    uint32_t folded = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return folded >> turn | folded << ((32 - turn) & 31);
}

uint64_t caper_rng_u64(caper_rng *rng)
{
    uint64_t high = caper_rng_u32(rng); // two statements: the order must not be the compiler's
    uint64_t low = caper_rng_u32(rng);
    return high << 32 | low;
}

float caper_rng_float(caper_rng *rng)
{
    return (float)(caper_rng_u32(rng) >> 8) * 0x1p-24f;
}

double caper_rng_double(caper_rng *rng)
{
    return (double)(caper_rng_u64(rng) >> 11) * 0x1p-53;
}

float caper_rng_range(caper_rng *rng, float lo, float hi)
{
    CAPER_ASSERT(lo <= hi);
    // in double, so that hi - lo cannot overflow
    float t = caper_rng_float(rng);
    float value = (float)((double)lo + ((double)hi - (double)lo) * (double)t);
    if (value >= hi && lo < hi)
        value = nextafterf(hi, lo); // rounding to float may have reached the open end
    return value;
}

int caper_rng_int(caper_rng *rng, int lo, int hi)
{
    CAPER_ASSERT(lo <= hi);
    if (lo >= hi)
        return lo;
    uint32_t bound = (uint32_t)hi - (uint32_t)lo + 1u;
    uint32_t drawn = caper_rng_u32(rng);
    if (bound != 0) { // 0: the whole range of 32 bits
        // refuse the first 2^32 mod bound values, so that each remainder is equally likely
        uint32_t refused = (0u - bound) % bound;
        while (drawn < refused)
            drawn = caper_rng_u32(rng);
        drawn %= bound;
    }
    return (int)((int64_t)lo + (int64_t)drawn);
}

bool caper_rng_bool(caper_rng *rng, float p)
{
    return caper_rng_float(rng) < p;
}

caper_rng caper_rng_split(caper_rng *rng)
{
    uint64_t seed = caper_rng_u64(rng);
    uint64_t stream = caper_rng_u64(rng);
    return caper_rng_make_stream(seed, stream);
}

static uint64_t rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

// Assembled byte by byte: the same on any byte order (and one load where the order is little).
static uint64_t load_word(const unsigned char *at)
{
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

static uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash ^= rotate(word * 0xA0761D6478BD642Fu, 29) * 0xE7037ED1A0B428DBu;
    return rotate(hash, 27) * 0x9E3779B97F4A7C15u + 0x52DCE729u;
}

uint64_t caper_hash64(const void *bytes, size_t size, uint64_t seed)
{
    const unsigned char *at = bytes;
    uint64_t hash = scramble(seed ^ (uint64_t)size * 0x9FB21C651E98DF25u);
    size_t left = size;
    for (; left >= 8; at += 8, left -= 8)
        hash = hash_word(hash, load_word(at));
    uint64_t tail = 0; // padded with zeros: the size is in the hash already
    for (size_t i = 0; i < left; i++)
        tail |= (uint64_t)at[i] << (8 * i);
    return scramble(hash_word(hash, tail));
}
