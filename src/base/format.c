// SPDX-License-Identifier: MIT
//
// The shortest decimal that reads back as the same number: the fewest significant digits from 6 to
// 9 (float) or 15 to 17 (double), trailing zeros dropped. A quick candidate by one multiplication
// is proved by reading it back, which is exact for these sizes (see number.c, way 1); snprintf does
// the rest. Layout is our own: plain digits from 1e-5 up to 1e16, an exponent outside.
#include "caper/base.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double powers[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// A positive number as digits * 10^exponent.
typedef struct decimal {
    uint64_t digits;
    int exponent;
} decimal;

// Power of ten of the first digit, for 1e-6 <= value < 1e17.
static int first_digit(double value)
{
    int at = 0;
    if (value < 1) {
        while (value * powers[-at] < 1)
            at--;
        return at;
    }
    while (value >= powers[at + 1])
        at++;
    return at;
}

// The value in count digits by double arithmetic; false when its power of ten is not exact.
static bool quick_digits(double value, int count, decimal *out)
{
    if (!(value >= 1e-6 && value < 1e17))
        return false;
    int shift = count - 1 - first_digit(value);
    if (shift > 22 || shift < -22)
        return false;
    double scaled = shift >= 0 ? value * powers[shift] : value / powers[-shift];
    out->digits = (uint64_t)(scaled + 0.5);
    out->exponent = -shift;
    return true;
}

static double quick_value(decimal d)
{
    return d.exponent < 0 ? (double)d.digits / powers[-d.exponent]
                          : (double)d.digits * powers[d.exponent];
}

// The value in count digits by the C library, whatever its locale writes for a point.
static decimal printed_digits(double value, int count, double *back)
{
    char raw[64], text[64];
    snprintf(raw, sizeof raw, "%.*e", count - 1, value);
    int length = 0;
    decimal d = {0, 0};
    bool point = false;
    const char *p = raw;
    for (; *p != 'e' && *p; p++) {
        if (*p >= '0' && *p <= '9') {
            d.digits = d.digits * 10 + (uint64_t)(*p - '0');
            text[length++] = *p;
        } else if (!point) {
            point = true;
            text[length++] = '.';
        }
    }
    int exponent = 0;
    bool negative = p[0] && p[1] == '-';
    for (p += p[0] && p[1] ? 2 : 0; *p; p++)
        exponent = exponent * 10 + (*p - '0');
    d.exponent = (negative ? -exponent : exponent) - (count - 1);
    length += snprintf(text + length, sizeof text - (size_t)length, "e%s%d", negative ? "-" : "",
                       exponent);
    caper_parse_double(text, (size_t)length, NULL, back);
    return d;
}

// Whether a decimal that reads as the double `back` also reads as value in float, by a reader that
// goes through double as well as by one that rounds once. They disagree when rounding to double
// lands halfway between two floats; whole numbers do not round on the way, so for them it is fine.
static bool reads_as_float(decimal d, double back, float value)
{
    uint64_t bits;
    memcpy(&bits, &back, sizeof bits);
    bool halfway = (bits & 0x1FFFFFFF) == 0x10000000;
    bool exact = d.exponent >= 0 && back < 0x1p53;
    return (float)back == value && (exact || !halfway);
}

static decimal shortest_float(float value)
{
    decimal d;
    double back;
    for (int count = 6; count <= 9; count++) {
        if (quick_digits((double)value, count, &d) && reads_as_float(d, quick_value(d), value))
            return d;
    }
    for (int count = 6; count < 9; count++) {
        d = printed_digits((double)value, count, &back);
        if (reads_as_float(d, back, value))
            return d;
    }
    return printed_digits((double)value, 9, &back);
}

static decimal shortest_double(double value)
{
    decimal d;
    double back;
    // 15 digits are below 2^53, so reading back is exact; of 15 digits at most one candidate
    // reads back at all, so a quick one that does is the right one
    if (quick_digits(value, 15, &d) && quick_value(d) == value)
        return d;
    for (int count = 15; count < 17; count++) {
        d = printed_digits(value, count, &back);
        if (back == value)
            return d;
    }
    return printed_digits(value, 17, &back);
}

// Decimal digits of a number, most significant first; returns how many.
static int write_digits(uint64_t number, char *out)
{
    char reversed[24];
    int count = 0;
    do {
        reversed[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    for (int i = 0; i < count; i++)
        out[i] = reversed[count - 1 - i];
    return count;
}

static char *append(char *at, const char *text, int count)
{
    memcpy(at, text, (size_t)count);
    return at + count;
}

// By hand, because snprintf would take ten times as long as finding the digits.
static int lay_out(bool negative, decimal d, char out[32])
{
    static const char zeros[] = "0000000000000000";
    while (d.digits % 10 == 0 && d.digits != 0) {
        d.digits /= 10;
        d.exponent++;
    }
    char digits[24], *at = out;
    int count = write_digits(d.digits, digits);
    int first = d.exponent + count - 1; // power of ten of the first digit
    if (negative)
        *at++ = '-';
    if (first >= 16 || first < -5) { // 1.5e-7
        *at++ = digits[0];
        if (count > 1)
            *at++ = '.';
        at = append(at, digits + 1, count - 1);
        *at++ = 'e';
        if (first < 0)
            *at++ = '-';
        at += write_digits((uint64_t)(first < 0 ? -first : first), at);
    } else if (d.exponent >= 0) { // 1500
        at = append(at, digits, count);
        at = append(at, zeros, d.exponent);
    } else if (first < 0) { // 0.0015
        at = append(at, "0.", 2);
        at = append(at, zeros, -1 - first);
        at = append(at, digits, count);
    } else { // 1.5
        at = append(at, digits, first + 1);
        *at++ = '.';
        at = append(at, digits + first + 1, count - first - 1);
    }
    *at = '\0';
    return (int)(at - out);
}

static int format_special(double value, char out[32])
{
    if (isnan(value))
        return snprintf(out, 32, "nan");
    const char *sign = signbit(value) ? "-" : "";
    return snprintf(out, 32, "%s%s", sign, value == 0 ? "0" : "inf");
}

int caper_format_float(float value, char out[32])
{
    if (value == 0 || !isfinite(value))
        return format_special((double)value, out);
    return lay_out(value < 0, shortest_float(fabsf(value)), out);
}

int caper_format_double(double value, char out[32])
{
    if (value == 0 || !isfinite(value))
        return format_special(value, out);
    return lay_out(value < 0, shortest_double(fabs(value)), out);
}
