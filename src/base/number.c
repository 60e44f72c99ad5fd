// SPDX-License-Identifier: MIT
//
// Decimal text to double, correctly rounded (to nearest, ties to even) and free of the locale.
// Three ways, each exact, by rising cost:
//  1. up to 2^53 times or over 10^22: both are doubles, one IEEE operation rounds once
//     (W. D. Clinger, "How to Read Floating Point Numbers Accurately", PLDI 1990);
//  2. up to 19 digits, 10^-27 to 10^27: 5^27 fits 64 bits, so product or quotient is an exact
//     integer of 128 bits plus a "rest is not zero" bit;
//     Down to 10^-54 by two such divisions, of 192 bits: the floor of a floor is the floor of all;
//  3. everything else: the fraction of two big integers, 64 quotient bits by long division.
// Real motion files live in way 1, files written with 17 digits in way 2.
#include "caper/base.h"

#include <float.h>
#include <string.h>

_Static_assert(FLT_EVAL_METHOD == 0, "way 1 needs double arithmetic without extra precision");

__extension__ typedef unsigned __int128 uint128;

#define HEAD_DIGITS 19 // always fit 64 bits
// More digits than these only matter as "something follows": no halfway point has more than 767.
#define MAX_DIGITS 768
#define MAX_POWER_OF_5 27
#define BIG_WORDS 96 // 769 digits take 2555 bits, 5^1093 takes 2538, and 64 bits of quotient

// The text taken apart: value = significant digits (no leading zeros) * 10^exponent.
typedef struct decimal {
    bool negative;
    uint64_t head;       // the first 19 digits
    int64_t digit_count; // all significant digits, trailing zeros included
    int64_t exponent;    // power of ten of the last digit
    const char *first;   // first significant digit; a point may lie further on
} decimal;

static inline bool is_digit(char c)
{
    return (unsigned char)(c - '0') < 10;
}

// -- Rounding -----------------------------------------------------------------------------------

static double double_from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// The double nearest to m * 2^exponent. The top bit of m is set; rest: more bits follow below m.
static double round_to_double(uint64_t m, bool rest, int64_t exponent)
{
    int64_t top = exponent + 63; // 2^top <= value < 2^(top + 1)
    if (top > 1023)
        return double_from_bits((uint64_t)0x7FF << 52);
    int64_t drop = top < -1022 ? 11 + (-1022 - top) : 11; // subnormals keep fewer bits
    if (drop > 64)
        return 0;

    uint64_t kept = drop == 64 ? 0 : m >> drop;
    uint64_t below = drop == 64 ? m : m & (((uint64_t)1 << drop) - 1);
    uint64_t half = (uint64_t)1 << (drop - 1);
    if (below > half || (below == half && (rest || (kept & 1))))
        kept++;
    // adding instead of or-ing lets a carry move into the exponent, up to infinity
    uint64_t biased = top < -1022 ? 0 : (uint64_t)(top + 1022);
    return double_from_bits((biased << 52) + kept);
}

static int leading_zeros(uint128 x)
{
    uint64_t high = (uint64_t)(x >> 64);
    return high ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t)x);
}

static double round_128(uint128 x, bool rest, int64_t exponent)
{
    int shift = leading_zeros(x);
    x <<= shift;
    return round_to_double((uint64_t)(x >> 64), rest || (uint64_t)x != 0, exponent + 64 - shift);
}

// -- Way 1 and way 2 ------------------------------------------------------------------------------

static const double exact_powers[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                        1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                        1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

static uint64_t power_of_5(int64_t exponent)
{
    uint64_t power = 1;
    for (uint64_t base = 5; exponent > 0; exponent >>= 1, base *= base) {
        if (exponent & 1)
            power *= base;
    }
    return power;
}

static double convert_128(uint64_t head, int64_t exponent)
{
    if (exponent >= 0)
        return round_128((uint128)head * power_of_5(exponent), false, exponent);
    // as far left as possible: the quotient then has at least 64 bits
    uint64_t divisor = power_of_5(-exponent);
    int shift = leading_zeros(head);
    uint128 n = (uint128)head << shift;
    uint128 quotient = n / divisor;
    return round_128(quotient, quotient * divisor != n, exponent - shift);
}

// Three words, most significant first, by one; says whether something remains.
static bool divide_192(uint64_t words[3], uint64_t divisor)
{
    uint64_t rest = 0;
    for (int i = 0; i < 3; i++) {
        uint128 n = (uint128)rest << 64 | words[i];
        words[i] = (uint64_t)(n / divisor);
        rest = (uint64_t)(n % divisor);
    }
    return rest != 0;
}

static double convert_192(uint64_t head, int64_t exponent)
{
    int shift = __builtin_clzll(head);
    uint64_t words[3] = {head << shift, 0, 0};
    bool rest = divide_192(words, power_of_5(MAX_POWER_OF_5));
    rest = divide_192(words, power_of_5(-exponent - MAX_POWER_OF_5)) || rest;
    // of 192 bits 2 to 126 are gone: the last two words hold at least 65
    uint128 quotient = (uint128)words[1] << 64 | words[2];
    return round_128(quotient, rest, exponent - 128 - shift);
}

// -- Way 3 ----------------------------------------------------------------------------------------

// A natural number, least significant word first, without leading zero words.
typedef struct big {
    int count;
    uint32_t words[BIG_WORDS];
} big;

static void big_multiply_add(big *x, uint32_t factor, uint32_t add)
{
    uint64_t carry = add;
    for (int i = 0; i < x->count; i++) {
        carry += (uint64_t)x->words[i] * factor;
        x->words[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry)
        x->words[x->count++] = (uint32_t)carry;
}

static void big_multiply_power_of_5(big *x, int64_t exponent)
{
    for (; exponent >= 13; exponent -= 13)
        big_multiply_add(x, 1220703125u, 0); // 5^13, the largest that fits 32 bits
    big_multiply_add(x, (uint32_t)power_of_5(exponent), 0);
}

static int big_bits(const big *x)
{
    return 32 * x->count - __builtin_clz(x->words[x->count - 1]);
}

static void big_shift_left(big *x, int bits)
{
    int whole = bits / 32, part = bits % 32;
    if (x->count == 0)
        return;
    x->words[x->count] = 0;
    for (int i = x->count; i >= 0; i--) {
        uint64_t pair = (uint64_t)x->words[i] << 32 | (i > 0 ? x->words[i - 1] : 0);
        x->words[i + whole] = (uint32_t)(pair << part >> 32);
    }
    memset(x->words, 0, (size_t)whole * sizeof x->words[0]);
    x->count += whole + 1;
    if (x->words[x->count - 1] == 0)
        x->count--;
}

static int big_compare(const big *a, const big *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--) {
        if (a->words[i] != b->words[i])
            return a->words[i] < b->words[i] ? -1 : 1;
    }
    return 0;
}

static void big_subtract(big *a, const big *b)
{
    uint64_t borrow = 0;
    for (int i = 0; i < a->count; i++) {
        uint64_t difference = (uint64_t)a->words[i] - (i < b->count ? b->words[i] : 0) - borrow;
        a->words[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    while (a->count > 0 && a->words[a->count - 1] == 0)
        a->count--;
}

// Read the significant digits; returns the power of ten of the last digit kept.
static int64_t big_read(big *x, const decimal *d)
{
    int64_t kept = d->digit_count < MAX_DIGITS ? d->digit_count : MAX_DIGITS;
    const char *at = d->first;
    uint32_t chunk = 0, scale = 1;
    x->count = 0;
    for (int64_t i = 0; i < kept; at++) {
        if (*at == '.')
            continue;
        chunk = chunk * 10 + (uint32_t)(*at - '0');
        scale *= 10;
        i++;
        if (scale == 1000000000u || i == kept) {
            big_multiply_add(x, scale, chunk);
            chunk = 0;
            scale = 1;
        }
    }
    int64_t exponent = d->exponent + (d->digit_count - kept);
    bool follows = false;
    for (int64_t left = d->digit_count - kept; left > 0 && !follows; at++) {
        if (*at == '.')
            continue;
        follows = *at != '0';
        left--;
    }
    if (follows) { // a last digit of 1 stands for all that was cut
        big_multiply_add(x, 10, 1);
        exponent--;
    }
    return exponent;
}

static double convert_big(const decimal *d)
{
    // beyond any double: also keeps the big numbers below within their bounds
    if (d->digit_count + d->exponent > 310)
        return double_from_bits((uint64_t)0x7FF << 52);
    if (d->digit_count + d->exponent < -324)
        return 0;

    // value = n / m * 2^exponent
    big n, m = {1, {1}};
    int64_t exponent = big_read(&n, d);
    big_multiply_power_of_5(exponent < 0 ? &m : &n, exponent < 0 ? -exponent : exponent);
    int shift = big_bits(&n) - big_bits(&m);
    if (shift > 0)
        big_shift_left(&m, shift);
    else
        big_shift_left(&n, -shift);
    exponent += shift;
    if (big_compare(&n, &m) < 0) {
        big_shift_left(&n, 1);
        exponent--;
    }

    // now 1 <= n / m < 2, so the first quotient bit is 1
    uint64_t quotient = 0;
    for (int i = 0; i < 64; i++) {
        quotient <<= 1;
        if (big_compare(&n, &m) >= 0) {
            big_subtract(&n, &m);
            quotient |= 1;
        }
        big_shift_left(&n, 1);
    }
    return round_to_double(quotient, n.count > 0, exponent - 63);
}

// -- Text -----------------------------------------------------------------------------------------

// Exponents past any sense are cut here; still far above any text length, so sums stay right.
#define EXPONENT_CAP 1000000000000000

static const char *read_exponent(const char *at, const char *end, decimal *d)
{
    const char *p = at + 1; // behind the e
    bool negative = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    if (p == end || !is_digit(*p))
        return at; // "1e" and "1e+" are the number 1 with something behind it
    int64_t exponent = 0;
    for (; p < end && is_digit(*p); p++) {
        if (exponent < EXPONENT_CAP)
            exponent = exponent * 10 + (*p - '0');
    }
    d->exponent += negative ? -exponent : exponent;
    return p;
}

static const char *read_digits(const char *p, const char *end, decimal *d)
{
    if (d->digit_count == 0) {
        while (p < end && *p == '0')
            p++;
        d->first = p;
    }
    // the head in a loop of its own: this is where motion files are read
    const char *start = p;
    int64_t room = d->digit_count < HEAD_DIGITS ? HEAD_DIGITS - d->digit_count : 0;
    const char *head_end = end - p > room ? p + room : end;
    uint64_t head = d->head;
    for (; p < head_end && is_digit(*p); p++)
        head = head * 10 + (uint64_t)(*p - '0');
    d->head = head;
    while (p < end && is_digit(*p))
        p++;
    d->digit_count += p - start;
    return p;
}

// Returns the end of the number, or NULL when there is none.
static const char *take_apart(const char *text, const char *end, decimal *d)
{
    const char *p = text;
    *d = (decimal){.negative = p < end && *p == '-'};
    if (p < end && (*p == '-' || *p == '+'))
        p++;
    const char *whole = p;
    p = read_digits(p, end, d);
    ptrdiff_t seen = p - whole;
    if (p < end && *p == '.') {
        const char *fraction = p + 1;
        p = read_digits(fraction, end, d);
        seen += p - fraction;
        d->exponent = -(int64_t)(p - fraction);
    }
    if (seen == 0)
        return NULL;
    if (p < end && (*p == 'e' || *p == 'E'))
        p = read_exponent(p, end, d);
    return p;
}

bool caper_parse_double(const char *text, size_t size, size_t *consumed, double *value)
{
    decimal d;
    const char *end = size > 0 ? take_apart(text, text + size, &d) : NULL;
    if (!end)
        return false;
    double magnitude;
    bool short_enough = d.digit_count <= HEAD_DIGITS;
    if (d.digit_count == 0)
        magnitude = 0;
    else if (short_enough && d.head <= (uint64_t)1 << 53 && d.exponent >= -22 && d.exponent <= 22)
        magnitude = d.exponent < 0 ? (double)d.head / exact_powers[-d.exponent]
                                   : (double)d.head * exact_powers[d.exponent];
    else if (short_enough && d.exponent < -MAX_POWER_OF_5 && d.exponent >= -2 * MAX_POWER_OF_5)
        magnitude = convert_192(d.head, d.exponent);
    else if (short_enough && d.exponent >= -MAX_POWER_OF_5 && d.exponent <= MAX_POWER_OF_5)
        magnitude = convert_128(d.head, d.exponent);
    else
        magnitude = convert_big(&d);
    *value = d.negative ? -magnitude : magnitude;
    if (consumed)
        *consumed = (size_t)(end - text);
    return true;
}
