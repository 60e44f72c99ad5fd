// SPDX-License-Identifier: MIT
//
// Numbers in and out (against the C library as the oracle), the scanner, strings and files.
#define _XOPEN_SOURCE 700
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <float.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static char folder[64];

static const char *in_folder(const char *name)
{
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, 256, "%s/%s", folder, name);
    return path;
}

static void make_folder(void)
{
    strcpy(folder, "/tmp/caper-test-XXXXXX");
    REQUIRE(mkdtemp(folder) != NULL);
}

// -- Reading numbers ------------------------------------------------------------------------------

static bool same_double(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static double double_from(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

// The text reads as strtod reads it, and all of it is consumed.
static bool reads_like_strtod(const char *text)
{
    double value = -1;
    size_t consumed = 0, size = strlen(text);
    return caper_parse_double(text, size, &consumed, &value) && consumed == size &&
           same_double(value, strtod(text, NULL));
}

static void print_case(caper_rng *rng, int kind, char *out, size_t size)
{
    uint64_t bits = caper_rng_u64(rng);
    double any = double_from(bits);
    if (!isfinite(any))
        any = 1;
    switch (kind) {
    case 0: // any double, exactly
        snprintf(out, size, "%.17g", any);
        break;
    case 1: // subnormals with any number of digits
        snprintf(out, size, "%.*e", caper_rng_int(rng, 0, 40), double_from(bits >> 12));
        break;
    case 2: // as motion files have them
        snprintf(out, size, "%d.%0*d", caper_rng_int(rng, -999, 999), 6,
                 caper_rng_int(rng, 0, 999999));
        break;
    case 3: { // near the middle of two doubles: 64 bits of precision are enough to write it
        double next = nextafter(fabs(any), INFINITY);
        long double middle = ((long double)fabs(any) + (long double)next) / 2;
        snprintf(out, size, "%.*Le", caper_rng_int(rng, 15, 60), isfinite(next) ? middle : 1);
        break;
    }
    case 4: // 10 to 19 digits and small exponents: the way over 128 bits
        snprintf(out, size, "%llue%d", (unsigned long long)(bits >> caper_rng_int(rng, 1, 30)),
                 caper_rng_int(rng, -30, 30));
        break;
    default: { // random digits with a point somewhere, any exponent
        int digits = caper_rng_int(rng, 1, 45), at = 0, point = caper_rng_int(rng, 0, digits);
        for (int i = 0; i < digits; i++) {
            if (i == point)
                out[at++] = '.';
            out[at++] = (char)('0' + caper_rng_int(rng, 0, 9));
        }
        snprintf(out + at, size - (size_t)at, "%c%d", caper_rng_bool(rng, 0.5f) ? 'e' : 'E',
                 caper_rng_int(rng, -360, 330));
    }
    }
}

static void a_million_numbers_read_as_strtod_reads_them(void)
{
    caper_rng rng = caper_rng_make(11);
    int wrong = 0, count = UNDER_SANITIZER ? 100000 : 1000000; // the oracle is slow there
    for (int i = 0; i < count; i++) {
        char text[200];
        print_case(&rng, i % 6, text, sizeof text);
        if (!reads_like_strtod(text) && wrong++ == 0)
            CHECK_STR(text, "read differently from strtod");
    }
    CHECK_INT(wrong, 0);
}

static void exact_middles_and_their_neighbors_round_right(void)
{
    // a halfway point in full (up to 767 digits), and the same with one more digit
    caper_rng rng = caper_rng_make(12);
    char text[1200];
    for (int i = 0; i < 2000; i++) {
        uint64_t bits = caper_rng_u64(&rng) >> 1;
        if (i % 4 == 0)
            bits >>= 11; // subnormal, or nearly
        double low = double_from(bits), high = double_from(bits + 1);
        if (!isfinite(high))
            continue;
        long double middle = ((long double)low + (long double)high) / 2;
        int length = snprintf(text, sizeof text, "%.800Le", middle);
        CHECK(reads_like_strtod(text));
        char *e = strchr(text, 'e');
        memmove(e + 1, e, (size_t)(text + length - e) + 1);
        *e = '1';
        CHECK(reads_like_strtod(text));
    }
}

static void hard_numbers_read_right(void)
{
    static const char *const hard[] = {
        "0", "-0", "0.0", "0e5", "0e99999999999999999999", "1", "+1", "-1.5", ".5", "5.", "-.5e-3",
        "1e22", "1e23", "1e-22", "1e-23", "9007199254740992", "9007199254740993",
        "9007199254740995", "9007199254740993.0000000000000000000000000000001",
        "2.2250738585072014e-308", "2.2250738585072011e-308", "2.2250738585072012e-308",
        "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
        "2.47032822920623272088284396434110686182e-324", "1.7976931348623157e308",
        "1.7976931348623158e308", "1.7976931348623159e308", "1.797693134862315807e308", "1e308",
        "1e309", "1e-323", "1e-324", "1e-400", "-1e400", "18446744073709551615",
        "18446744073709551616", "99999999999999999999e-20", "1e9999999999999999999999",
        "1e-9999999999999999999999", "0.000000000000000000000000000000000000000000000001e48",
        "6929495644600919.5", "3.2378839133029012895883524125015321748630e-1",
        "8.98846567431158053656668072130502949628e307", "7.2057594037927933e16",
        // the first 64 bits of the quotient are exactly halfway, but more follows
        "1720070733115991403e-24", "3286192531094415682e-24", "1728080499717031214e-25",
        "1426894306167258266e-25", "2803425059743993911e-26", "5873530983608826456e-26",
        "5768581691091964259e-27", "7947515236969111559e-27", "123456789012345678901234567890",
        "0.1", "0.2", "0.3", "3.14159265358979323846"};
    for (int i = 0; i < CAPER_COUNT_OF(hard); i++) {
        if (!CHECK(reads_like_strtod(hard[i])))
            fprintf(stderr, "%s is read differently from strtod\n", hard[i]);
    }
    char zeros[5200] = "0.";
    memset(zeros + 2, '0', 5000);
    strcpy(zeros + 5002, "1234567890123456789012e5003");
    CHECK(reads_like_strtod(zeros));
    memset(zeros, '7', 5000);
    strcpy(zeros + 5000, "e-4990");
    CHECK(reads_like_strtod(zeros));
}

static void a_number_ends_where_it_ends(void)
{
    static const struct {
        const char *text;
        size_t consumed;
    } cases[] = {{"1 2", 1}, {"1e", 1},   {"1e+", 1},  {"1e-x", 1}, {"1.e3", 4}, {"1..2", 2},
                 {"1,5", 1}, {"0x10", 1}, {"1.5f", 3}, {"-7-", 2},  {"00012", 5}};
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        size_t consumed = 99;
        double value;
        CHECK(caper_parse_double(cases[i].text, strlen(cases[i].text), &consumed, &value));
        CHECK_INT(consumed, cases[i].consumed);
    }
    static const char *const none[] = {"",    "-",  "+",   ".",   "-.", "e5",
                                       ".e5", " 1", "inf", "nan", "x"};
    for (int i = 0; i < CAPER_COUNT_OF(none); i++) {
        double value = 5;
        size_t consumed = 7;
        CHECK(!caper_parse_double(none[i], strlen(none[i]), &consumed, &value));
        CHECK(value == 5 && consumed == 7);
    }
    double value;
    CHECK(caper_parse_double("12345", 3, NULL, &value) && value == 123); // size is respected
    CHECK(!caper_parse_double(NULL, 0, NULL, &value));
}

// -- Writing numbers ------------------------------------------------------------------------------

static int significant_digits(const char *text)
{
    int count = 0, zeros = 0;
    for (const char *p = text; *p && *p != 'e'; p++) {
        if (*p < '0' || *p > '9' || (*p == '0' && count == 0))
            continue;
        count++;
        zeros = *p == '0' ? zeros + 1 : 0;
    }
    return count - zeros;
}

static void check_float(float value)
{
    char out[32], longest[40];
    int length = caper_format_float(value, out);
    CHECK_INT(length, strlen(out));
    float back = strtof(out, NULL);
    CHECK(memcmp(&back, &value, sizeof back) == 0);
    // the fewest digits: one less, by the C library, does not come back
    for (int digits = 6; digits < significant_digits(out); digits++) {
        snprintf(longest, sizeof longest, "%.*e", digits - 1, (double)value);
        CHECK(strtof(longest, NULL) != value);
    }
}

static void floats_come_back_from_the_shortest_text(void)
{
    caper_rng rng = caper_rng_make(13);
    for (int i = 0; i < 200000; i++) {
        uint32_t bits = caper_rng_u32(&rng);
        float value;
        memcpy(&value, &bits, sizeof value);
        if (i % 2)
            value = caper_rng_range(&rng, -200, 200);
        if (isfinite(value))
            check_float(value);
    }
    check_float(FLT_MAX);
    check_float(FLT_MIN);
    check_float(FLT_TRUE_MIN);
    check_float(16777216.0f);
    check_float(9.5367432e-7f);
}

static void doubles_come_back_from_the_shortest_text(void)
{
    caper_rng rng = caper_rng_make(14);
    for (int i = 0; i < 100000; i++) {
        double value = double_from(caper_rng_u64(&rng));
        if (i % 2)
            value = (caper_rng_double(&rng) - 0.5) * 1000;
        if (i % 4 == 3)
            value = round(value * 1e4) / 1e4;
        if (!isfinite(value))
            continue;
        char out[32], longest[40];
        int length = caper_format_double(value, out);
        CHECK_INT(length, strlen(out));
        CHECK(same_double(strtod(out, NULL), value));
        for (int digits = 15; digits < significant_digits(out); digits++) {
            snprintf(longest, sizeof longest, "%.*e", digits - 1, value);
            CHECK(strtod(longest, NULL) != value);
        }
    }
}

static void numbers_are_written_as_people_write_them(void)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0"},
                 {-0.0, "-0"},
                 {1, "1"},
                 {-1.5, "-1.5"},
                 {0.1, "0.1"},
                 {100, "100"},
                 {1000000, "1000000"},
                 {123456.75, "123456.75"},
                 {0.00001, "0.00001"},
                 {0.0000015, "1.5e-6"},
                 {1e15, "1000000000000000"},
                 {1e16, "1e16"},
                 {1.5e300, "1.5e300"},
                 {(double)INFINITY, "inf"},
                 {(double)-INFINITY, "-inf"},
                 {(double)NAN, "nan"}};
    char out[32];
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        caper_format_double(cases[i].value, out);
        CHECK_STR(out, cases[i].text);
        if (fabs(cases[i].value) < 1e30) {
            caper_format_float((float)cases[i].value, out);
            CHECK_STR(out, cases[i].text);
        }
    }
    caper_format_float(0.1f + 0.2f, out);
    CHECK_STR(out, "0.3");
    caper_format_double(0.1 + 0.2, out);
    CHECK_STR(out, "0.30000000000000004");
}

// A locale that writes 0,5: an installed one, or one compiled for this test.
static bool use_decimal_comma(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE"};
    for (int i = 0; i < CAPER_COUNT_OF(names); i++) {
        if (setlocale(LC_ALL, names[i]))
            return true;
    }
    char command[200];
    make_folder();
    snprintf(command, sizeof command,
             "localedef --no-archive -i de_DE -f UTF-8 %s/de_DE.UTF-8 >%s/log 2>&1", folder,
             folder);
    bool made = system(command) == 0 && setenv("LOCPATH", folder, 1) == 0;
    bool good = made && setlocale(LC_ALL, "de_DE.UTF-8");
    unsetenv("LOCPATH");
    snprintf(command, sizeof command, "rm -r %s", folder);
    return system(command) == 0 && good;
}

static void the_locale_does_not_matter(void)
{
    if (!use_decimal_comma())
        SKIP("no locale with a decimal comma is installed, nor the sources to make one");
    char out[32], proof[32];
    double value = 0;
    size_t consumed = 0;
    snprintf(proof, sizeof proof, "%.1f", 0.5);
    caper_format_double(0.1 + 0.2, out);
    bool read = caper_parse_double("2.5e-300", 8, &consumed, &value);
    setlocale(LC_ALL, "C");
    CHECK_STR(proof, "0,5");
    CHECK_STR(out, "0.30000000000000004");
    CHECK(read && consumed == 8 && value == 2.5e-300);
}

// -- The scanner ----------------------------------------------------------------------------------

static caper_scanner scan(const char *text, caper_error *error)
{
    return caper_scanner_make(text, strlen(text), "t.txt", error);
}

static void all_line_ends_count_once(void)
{
    caper_scanner s = scan("a\nb\r\nc\rd\n\r\ne", NULL);
    static const char expected[] = "abcde";
    static const int lines[] = {1, 2, 3, 4, 6};
    caper_slice word;
    for (int i = 0; i < 5; i++) {
        REQUIRE(caper_scanner_word(&s, &word));
        CHECK_INT(word.data[0], expected[i]);
        CHECK_INT(s.line, lines[i]);
        CHECK_INT(caper_scanner_column(&s), 2);
    }
    CHECK(!caper_scanner_word(&s, &word) && caper_scanner_at_end(&s));
    CHECK_INT(caper_scanner_next(&s), -1);

    s = scan("one\r\ntwo\rthree", NULL);
    caper_scanner_skip_line(&s);
    CHECK_INT(caper_scanner_peek(&s), 't');
    CHECK_INT(s.line, 2);
    caper_scanner_skip_line(&s);
    CHECK(s.line == 3 && caper_scanner_column(&s) == 1);
    caper_scanner_skip_line(&s);
    CHECK(s.line == 3 && caper_scanner_at_end(&s));
}

static void lines_come_without_their_blanks(void)
{
    caper_scanner s = scan("JOINT  left hand \t\r\n\r\n  end", NULL);
    CHECK(caper_scanner_accept(&s, "JOINT", false));
    CHECK(caper_slice_equal(caper_scanner_line(&s), "left hand"));
    CHECK(caper_scanner_line(&s).size == 0);
    CHECK_INT(s.line, 3);
    CHECK(caper_slice_equal(caper_scanner_line(&s), "end"));
    CHECK(caper_scanner_line(&s).size == 0 && caper_scanner_at_end(&s));
}

static void words_are_accepted_or_expected(void)
{
    caper_error error = {0};
    char text[320];
    caper_scanner s = scan("\n  Frames: 12", &error);
    CHECK(!caper_scanner_accept(&s, "Frame", false));
    CHECK(!caper_scanner_accept(&s, "frames:", false));
    CHECK(s.position == 0 && error.status == CAPER_OK);
    CHECK(!caper_scanner_expect(&s, "MOTION", true));
    CHECK_STR(caper_error_text(&error, text, sizeof text),
              "t.txt:2:3: expected 'MOTION', found 'Frames:'");
    CHECK(caper_scanner_expect(&s, "FRAMES:", true));
    int count;
    CHECK(caper_scanner_int(&s, &count) && count == 12);
    CHECK(!caper_scanner_expect(&s, "x", true));
    CHECK_STR(caper_error_text(&error, text, sizeof text),
              "t.txt:2:13: expected 'x', found the end of the text");
}

static void numbers_are_scanned_with_their_place(void)
{
    caper_error error = {0};
    char text[320];
    caper_scanner s = scan(" 1.5\t-2e3\n+7 1.5x", &error);
    float f;
    double d;
    CHECK(caper_scanner_float(&s, &f) && f == 1.5f);
    CHECK(caper_scanner_double(&s, &d) && d == -2000);
    CHECK(caper_scanner_double(&s, &d) && d == 7);
    CHECK(!caper_scanner_double(&s, &d) && d == 7);
    CHECK_STR(caper_error_text(&error, text, sizeof text),
              "t.txt:2:4: expected a number, found '1.5x'");
    CHECK_INT(caper_scanner_column(&s), 4); // still there

    static const char *const bad_floats[] = {"", "x", "1,5", "nan", "inf", "1e39", "-1e39"};
    for (int i = 0; i < CAPER_COUNT_OF(bad_floats); i++) {
        error.status = CAPER_OK;
        s = scan(bad_floats[i], &error);
        CHECK(!caper_scanner_float(&s, &f) && error.status == CAPER_ERROR_SYNTAX &&
              s.position == 0);
    }
    s = scan("1e999", &error);
    CHECK(!caper_scanner_double(&s, &d));
    CHECK_HAS(error.message, "range of a double");
}

static void whole_numbers_keep_their_range(void)
{
    static const struct {
        const char *text;
        bool good;
        int value;
    } cases[] = {{"2147483647", true, INT_MAX},
                 {"-2147483648", true, INT_MIN},
                 {"+5", true, 5},
                 {"007", true, 7},
                 {"2147483648", false, 0},
                 {"-2147483649", false, 0},
                 {"99999999999999999999999", false, 0},
                 {"1.0", false, 0},
                 {"-", false, 0},
                 {"", false, 0},
                 {"5x", false, 0}};
    for (int i = 0; i < CAPER_COUNT_OF(cases); i++) {
        int value = 0;
        caper_scanner s = scan(cases[i].text, NULL);
        CHECK(caper_scanner_int(&s, &value) == cases[i].good && value == cases[i].value);
    }
}

// -- Strings --------------------------------------------------------------------------------------

static void strings_grow_and_fail_once(void)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_text text;
    caper_text_init(&text, &allocator);
    for (int i = 0; i < 1000; i++)
        CHECK(caper_text_printf(&text, "%d,", i % 10));
    CHECK_INT(text.size, 2000);
    CHECK_INT(text.data[2000], 0);
    CHECK(caper_text_float(&text, 0.5f) && caper_text_append_string(&text, "!"));
    CHECK_STR(text.data + 1998, "9,0.5!");
    caper_text_free(&text);
    CHECK_MEMORY_EMPTY(&memory);

    memory = (test_memory){.fail_at = 2};
    caper_text_init(&text, &allocator);
    CHECK(caper_text_append_string(&text, "fits"));
    CHECK(!caper_text_printf(&text, "%1000d", 1));
    CHECK(!caper_text_append(&text, "x", 1) && text.failed);
    CHECK_STR(text.data, "fits");
    caper_text_free(&text);
    CHECK_MEMORY_EMPTY(&memory);

    caper_text zeroed = {0};
    CHECK(caper_text_append(&zeroed, NULL, 0));
    CHECK_STR(zeroed.data, "");
    caper_text_free(&zeroed);
}

// -- Files ----------------------------------------------------------------------------------------

// Names in the folder; a leftover temporary file shows here.
static int count_files(void)
{
    int count = 0;
    DIR *dir = opendir(folder);
    REQUIRE(dir != NULL);
    for (struct dirent *entry; (entry = readdir(dir));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return count;
}

static void remove_folder(void)
{
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));)
        unlink(in_folder(entry->d_name));
    if (dir)
        closedir(dir);
    rmdir(folder);
}

// The file holds these bytes.
static void check_content(const char *path, const char *expected, size_t expected_size)
{
    test_memory memory = {0};
    caper_allocator allocator = test_memory_allocator(&memory);
    caper_error error;
    size_t size = 0;
    char *data = caper_file_read(path, 0, &allocator, &size, &error);
    REQUIRE(data != NULL);
    CHECK_INT(size, expected_size);
    CHECK(size == expected_size && memcmp(data, expected, size) == 0 && data[size] == '\0');
    caper_free(&allocator, data, size + 1);
    CHECK_MEMORY_EMPTY(&memory);
}

static void files_are_written_and_read_back(void)
{
    make_folder();
    caper_error error = {0};
    static char large[300001];
    for (size_t i = 0; i < sizeof large; i++)
        large[i] = (char)(i * 7);
    CHECK(caper_file_write(in_folder("a"), "new", 3, &error));
    check_content(in_folder("a"), "new", 3);
    CHECK(caper_file_write(in_folder("a"), large, sizeof large, &error));
    check_content(in_folder("a"), large, sizeof large);
    CHECK(caper_file_write(in_folder("empty"), NULL, 0, &error));
    check_content(in_folder("empty"), "", 0);
    CHECK_INT(count_files(), 2);

    // the mode stays, and a link stays a link
    struct stat info;
    REQUIRE(chmod(in_folder("a"), 0640) == 0 && symlink("a", in_folder("link")) == 0);
    CHECK(caper_file_write(in_folder("link"), "through", 7, &error));
    check_content(in_folder("a"), "through", 7);
    CHECK(lstat(in_folder("link"), &info) == 0 && S_ISLNK(info.st_mode));
    CHECK(stat(in_folder("a"), &info) == 0 && (info.st_mode & 0777) == 0640);
    CHECK_INT(count_files(), 3);
    remove_folder();
}

static void reading_refuses_with_a_reason(void)
{
    make_folder();
    caper_error error = {0};
    size_t size = 77;
    char text[320];
    CHECK(!caper_file_read(in_folder("none"), 0, NULL, &size, &error));
    CHECK_HAS(caper_error_text(&error, text, sizeof text), "/none: cannot open: no such file");
    CHECK_INT(error.status, CAPER_ERROR_IO);
    CHECK(!caper_file_read(folder, 0, NULL, &size, &error));
    CHECK_HAS(error.message, "it is a directory");
    CHECK(caper_file_write(in_folder("ten"), "0123456789", 10, &error));
    CHECK(!caper_file_read(in_folder("ten"), 9, NULL, &size, &error));
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    CHECK(!caper_file_read("/dev/zero", 100000, NULL, &size, &error)); // no size beforehand
    CHECK_INT(error.status, CAPER_ERROR_LIMIT);
    CHECK_INT(size, 77);
    char *data = caper_file_read(in_folder("ten"), 10, NULL, &size, &error);
    CHECK(data && size == 10);
    caper_free(NULL, data, 11);
    data = caper_file_read("/proc/self/status", 0, NULL, &size, &error); // reports size 0
    CHECK(data && size > 100);
    caper_free(NULL, data, size + 1);
    remove_folder();
}

static void reading_survives_every_failed_allocation(void)
{
    make_folder();
    CHECK(caper_file_write(in_folder("f"), "0123456789", 10, NULL));
    const char *const paths[] = {in_folder("f"), "/proc/self/status"};
    for (int p = 0; p < 2; p++) {
        bool done = false;
        for (int fail_at = 1; fail_at < 10 && !done; fail_at++) {
            test_memory memory = {.fail_at = fail_at};
            caper_allocator allocator = test_memory_allocator(&memory);
            caper_error error = {0};
            size_t size;
            char *data = caper_file_read(paths[p], 0, &allocator, &size, &error);
            done = data != NULL;
            CHECK(done || error.status == CAPER_ERROR_MEMORY);
            if (data)
                caper_free(&allocator, data, size + 1);
            CHECK_MEMORY_EMPTY(&memory);
        }
        CHECK(done);
    }
    remove_folder();
}

static void *feed(void *argument)
{
    int fd = open(argument, O_WRONLY);
    for (int i = 0; i < 20000; i++)
        CHECK(write(fd, "pipe content ", 13) == 13);
    close(fd);
    return NULL;
}

static void pipes_are_read_to_their_end(void)
{
    make_folder();
    char path[256];
    snprintf(path, sizeof path, "%s", in_folder("fifo"));
    REQUIRE(mkfifo(path, 0600) == 0);
    pthread_t thread;
    REQUIRE(pthread_create(&thread, NULL, feed, path) == 0);
    size_t size = 0;
    char *data = caper_file_read(path, 0, NULL, &size, NULL);
    pthread_join(thread, NULL);
    CHECK(data && size == 260000 && memcmp(data + 259987, "pipe content ", 14) == 0);
    caper_free(NULL, data, size + 1);
    remove_folder();
}

static void set_age(const char *path, int seconds)
{
    struct timespec times[2] = {{time(NULL) - seconds, 0}, {time(NULL) - seconds, 0}};
    CHECK_INT(utimensat(AT_FDCWD, path, times, 0), 0);
}

// What processes that were killed left behind goes with the next write; nothing else does.
static void strays_are_swept_when_they_are_old_and_nobodys(void)
{
    make_folder();
    char mine[64], dead[64];
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    REQUIRE(waitpid(child, NULL, 0) == child); // a process that is no more
    snprintf(mine, sizeof mine, ".caper-%ld-7.tmp", (long)getpid());
    snprintf(dead, sizeof dead, ".caper-%ld-3.tmp", (long)child);
    const char *names[] = {mine, dead, ".caper-notes.tmp", ".caper-1x-2.tmp", "caper-9-9.tmp"};
    for (int i = 0; i < 5; i++) {
        int fd = open(in_folder(names[i]), O_WRONLY | O_CREAT, 0666);
        REQUIRE(fd >= 0);
        close(fd);
        set_age(in_folder(names[i]), i == 1 ? 600 : 7200);
    }
    CHECK(caper_file_write(in_folder("a"), "a", 1, NULL));
    CHECK_INT(count_files(), 6); // ten minutes are no age
    set_age(in_folder(names[1]), 7200);
    CHECK(caper_file_write(CAPER_BINARY_DIR "/elsewhere", "a", 1, NULL)); // each folder once
    CHECK(caper_file_write(in_folder("a"), "a", 1, NULL));
    CHECK_INT(count_files(), 5);
    CHECK(access(in_folder(dead), F_OK) != 0);
    remove_folder();
    unlink(CAPER_BINARY_DIR "/elsewhere");
}

static void a_replaced_file_keeps_its_rights_and_its_link(void)
{
    make_folder();
    struct stat info;
    char file[256], link_path[256], part[256];
    snprintf(file, sizeof file, "%s", in_folder("file"));
    snprintf(link_path, sizeof link_path, "%s", in_folder("link"));
    snprintf(part, sizeof part, "%s", in_folder("part"));
    CHECK(caper_file_write(file, "old", 3, NULL));
    REQUIRE(chmod(file, 0640) == 0 && symlink("file", link_path) == 0);
    bool may_give = geteuid() == 0;
    if (may_give)
        REQUIRE(chown(file, 1234, 4321) == 0);
    for (int way = 0; way < 2; way++) { // by name and by link, written and replaced
        CHECK(caper_file_write(way ? file : link_path, "new", 3, NULL));
        int fd = open(part, O_WRONLY | O_CREAT, 0666);
        REQUIRE(fd >= 0 && write(fd, "third", 5) == 5);
        close(fd);
        CHECK(caper_file_replace(part, way ? link_path : file, NULL));
        check_content(file, "third", 5);
        REQUIRE(lstat(link_path, &info) == 0);
        CHECK(S_ISLNK(info.st_mode));
        REQUIRE(stat(file, &info) == 0);
        CHECK_INT(info.st_mode & 07777, 0640);
        CHECK(!may_give || (info.st_uid == 1234 && info.st_gid == 4321));
    }
    caper_error error = {0};
    CHECK(!caper_file_replace(part, file, &error)); // there is none
    CHECK_INT(error.status, CAPER_ERROR_IO);
    check_content(file, "third", 5);
    remove_folder();
}

static void a_full_disk_leaves_the_old_file(void)
{
    make_folder();
    caper_error error = {0};
    CHECK(!caper_file_write("/dev/full", "x", 1, &error));
    CHECK_HAS(error.message, "no space left");
    CHECK_INT(error.status, CAPER_ERROR_IO);

    // a limit on file sizes stands in for a disk that fills up in the middle of a write
    CHECK(caper_file_write(in_folder("a"), "old", 3, &error));
    static char large[100000];
    struct rlimit before, small;
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before) == 0);
    small = before;
    small.rlim_cur = 5000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &small) == 0);
    bool old_kept = !caper_file_write(in_folder("a"), large, sizeof large, &error);
    bool new_refused = !caper_file_write(in_folder("b"), large, sizeof large, NULL);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    CHECK(old_kept && new_refused);
    CHECK_HAS(error.message, "too large");
    check_content(in_folder("a"), "old", 3);
    CHECK_INT(count_files(), 1);
    remove_folder();
}

// Writing fails for lack of permission; the superuser may write anywhere, so another user tries.
static bool others_are_refused(const char *name)
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        caper_error error = {0};
        if (getuid() == 0 && setuid(65534) != 0)
            _exit(3);
        bool refused = !caper_file_write(in_folder(name), "x", 1, &error);
        _exit(refused && strstr(error.message, "permission denied") ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void writing_refuses_with_a_reason(void)
{
    make_folder();
    caper_error error = {0};
    CHECK(!caper_file_write(folder, "x", 1, &error));
    CHECK_HAS(error.message, "directory");
    CHECK(!caper_file_write(in_folder("no/such/place"), "x", 1, &error));
    CHECK_HAS(error.message, "no such file or directory");
    CHECK(!caper_file_write("", "x", 1, &error));

    CHECK(caper_file_write(in_folder("protected"), "old", 3, &error));
    chmod(in_folder("protected"), 0444);
    chmod(folder, 0555);
    CHECK(others_are_refused("new"));
    chmod(folder, 0777); // now the file could be renamed over
    CHECK(others_are_refused("protected"));
    CHECK_INT(count_files(), 1);
    remove_folder();
}

static void standard_output_is_written_through(void)
{
    make_folder();
    fflush(stdout);
    int saved = dup(STDOUT_FILENO);
    int fd = open(in_folder("out"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    REQUIRE(saved >= 0 && fd >= 0 && dup2(fd, STDOUT_FILENO) >= 0);
    printf("before ");
    bool good = caper_file_write("/dev/stdout", "one ", 4, NULL) &&
                caper_file_write("/dev/fd/1", "two ", 4, NULL);
    printf("after");
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(fd);
    CHECK(good && caper_file_write("/dev/null", "x", 1, NULL));
    check_content(in_folder("out"), "before one two after", 20);
    remove_folder();
}

// The examples of RFC 4648, and a length that fills lines of the writer's own.
static void bytes_become_base64(void)
{
    static const char *const rows[][2] = {{"", ""},
                                          {"f", "Zg=="},
                                          {"fo", "Zm8="},
                                          {"foo", "Zm9v"},
                                          {"foob", "Zm9vYg=="},
                                          {"fooba", "Zm9vYmE="},
                                          {"foobar", "Zm9vYmFy"}};
    for (int i = 0; i < CAPER_COUNT_OF(rows); i++) {
        caper_text text;
        caper_text_init(&text, NULL);
        CHECK(caper_text_append_string(&text, "=") &&
              caper_text_base64(&text, rows[i][0], strlen(rows[i][0])));
        CHECK_STR(text.data + 1, rows[i][1]);
        caper_text_free(&text);
    }
    char bytes[3000];
    memset(bytes, 0xff, sizeof bytes);
    caper_text text;
    caper_text_init(&text, NULL);
    CHECK(caper_text_base64(&text, bytes, sizeof bytes) && text.size == 4000);
    CHECK_INT(strspn(text.data, "/"), 4000);
    caper_text_free(&text);
}

TESTS(a_million_numbers_read_as_strtod_reads_them, exact_middles_and_their_neighbors_round_right,
      hard_numbers_read_right, a_number_ends_where_it_ends, floats_come_back_from_the_shortest_text,
      doubles_come_back_from_the_shortest_text, numbers_are_written_as_people_write_them,
      the_locale_does_not_matter, all_line_ends_count_once, lines_come_without_their_blanks,
      words_are_accepted_or_expected, numbers_are_scanned_with_their_place,
      whole_numbers_keep_their_range, strings_grow_and_fail_once, bytes_become_base64,
      files_are_written_and_read_back, reading_refuses_with_a_reason,
      reading_survives_every_failed_allocation, pipes_are_read_to_their_end,
      strays_are_swept_when_they_are_old_and_nobodys, a_replaced_file_keeps_its_rights_and_its_link,
      a_full_disk_leaves_the_old_file, writing_refuses_with_a_reason,
      standard_output_is_written_through)
