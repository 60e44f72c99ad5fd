// SPDX-License-Identifier: MIT
//
// SQLite behind ten functions. Rollback journal and full synchronization: one file when nobody
// writes, and what was committed is on the disk. Invariant: no value ever becomes part of a
// statement's text.
#include "store/db.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct caperi_db {
    sqlite3 *handle;
    char source[96];
    bool damaged;
};

struct caperi_rows {
    sqlite3_stmt *statement;
    caperi_db *db;
};

static caper_status status_of(int code)
{
    switch (code & 0xff) {
    case SQLITE_NOMEM:
        return CAPER_ERROR_MEMORY;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return CAPER_ERROR_IO;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_SCHEMA:
        return CAPER_ERROR_INVALID;
    default:
        return CAPER_ERROR_IO;
    }
}

static const char *words_of(const caperi_db *db, int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return "the disk is full; nothing was changed";
    case SQLITE_BUSY:
        return "another process is writing to the store: try again";
    case SQLITE_NOTADB:
        return "this is not an SQLite file, or it is damaged";
    case SQLITE_CORRUPT:
        // who salvages is not to be sent to salvage
        return db->damaged ? "a part of the file is damaged or missing"
                           : "the file is damaged; caper store salvage copies what can be read";
    case SQLITE_READONLY:
        return "the store cannot be written to";
    default:
        return sqlite3_errmsg(db->handle);
    }
}

static bool fail(const caperi_db *db, int code, caper_error *error)
{
    return caper_error_set(error, status_of(code), db->source, 0, 0, "%s", words_of(db, code));
}

caperi_db *caperi_db_open(const char *path, const caperi_db_options *options, caper_error *error)
{
    caperi_db *db = calloc(1, sizeof *db);
    if (!db) {
        caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
        return NULL;
    }
    size_t length = strlen(path), room = sizeof db->source - 1;
    memcpy(db->source, path, length < room ? length : room);
    int flags = options->read_only
                    ? SQLITE_OPEN_READONLY
                    : SQLITE_OPEN_READWRITE | (options->create ? SQLITE_OPEN_CREATE : 0);
    int code = sqlite3_open_v2(path, &db->handle, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (code != SQLITE_OK) {
        if (db->handle)
            fail(db, code, error);
        else
            caper_error_set(error, CAPER_ERROR_MEMORY, path, 0, 0, "out of memory");
        caperi_db_close(db);
        return NULL;
    }
    sqlite3_extended_result_codes(db->handle, 1);
    sqlite3_busy_timeout(db->handle, options->wait_ms);
    db->damaged = options->damaged;
    // SQLite reads nothing of a file that lacks whole pages unless its schema may be repaired
    if (db->damaged)
        sqlite3_db_config(db->handle, SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1, NULL);
    return db;
}

void caperi_db_close(caperi_db *db)
{
    if (!db)
        return;
    sqlite3_close(db->handle);
    free(db);
}

bool caperi_db_run(caperi_db *db, const char *sql, caper_error *error)
{
    int code = sqlite3_exec(db->handle, sql, NULL, NULL, NULL);
    return code == SQLITE_OK || fail(db, code, error);
}

int caperi_db_changes(caperi_db *db)
{
    return sqlite3_changes(db->handle);
}

static caperi_rows *prepare(caperi_db *db, caper_error *error, const char *sql, const char *format,
                            va_list values)
{
    caperi_rows *rows = calloc(1, sizeof *rows);
    if (!rows) {
        caper_error_set(error, CAPER_ERROR_MEMORY, db->source, 0, 0, "out of memory");
        return NULL;
    }
    rows->db = db;
    int code = sqlite3_prepare_v2(db->handle, sql, -1, &rows->statement, NULL);
    for (int i = 1; code == SQLITE_OK && *format; format++, i++) {
        if (*format == 's') {
            code = sqlite3_bind_text(rows->statement, i, va_arg(values, const char *), -1,
                                     SQLITE_TRANSIENT);
        } else if (*format == 'i') {
            code = sqlite3_bind_int64(rows->statement, i, va_arg(values, int64_t));
        } else if (*format == 'd') {
            code = sqlite3_bind_double(rows->statement, i, va_arg(values, double));
        } else {
            const void *bytes = va_arg(values, const void *);
            size_t size = va_arg(values, size_t);
            code = sqlite3_bind_blob64(rows->statement, i, bytes, size, SQLITE_TRANSIENT);
        }
    }
    if (code != SQLITE_OK) {
        fail(db, code, error);
        caperi_rows_close(rows);
        return NULL;
    }
    return rows;
}

caperi_rows *caperi_db_query(caperi_db *db, caper_error *error, const char *sql, const char *format,
                             ...)
{
    va_list values;
    va_start(values, format);
    caperi_rows *rows = prepare(db, error, sql, format, values);
    va_end(values);
    return rows;
}

void caperi_rows_bind_text(caperi_rows *rows, int index, const char *text)
{
    sqlite3_bind_text(rows->statement, index, text, -1, SQLITE_TRANSIENT);
}

void caperi_rows_bind_double(caperi_rows *rows, int index, double value)
{
    sqlite3_bind_double(rows->statement, index, value);
}

bool caperi_rows_next(caperi_rows *rows, caper_error *error)
{
    int code = sqlite3_step(rows->statement);
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE)
        fail(rows->db, code, error);
    return false;
}

const char *caperi_rows_text(caperi_rows *rows, int column)
{
    const unsigned char *text = sqlite3_column_text(rows->statement, column);
    return text ? (const char *)text : "";
}

int64_t caperi_rows_int(caperi_rows *rows, int column)
{
    return sqlite3_column_int64(rows->statement, column);
}

double caperi_rows_double(caperi_rows *rows, int column)
{
    return sqlite3_column_double(rows->statement, column);
}

const void *caperi_rows_bytes(caperi_rows *rows, int column, size_t *size)
{
    const void *bytes = sqlite3_column_blob(rows->statement, column);
    *size = (size_t)sqlite3_column_bytes(rows->statement, column);
    return bytes;
}

void caperi_rows_close(caperi_rows *rows)
{
    if (!rows)
        return;
    sqlite3_finalize(rows->statement);
    free(rows);
}

bool caperi_db_do(caperi_db *db, caper_error *error, const char *sql, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    caperi_rows *rows = prepare(db, error, sql, format, values);
    va_end(values);
    caper_error problem = {0};
    while (rows && caperi_rows_next(rows, &problem))
        continue;
    caperi_rows_close(rows);
    if (rows && problem.status != CAPER_OK && error)
        *error = problem;
    return rows && problem.status == CAPER_OK;
}

bool caperi_db_number(caperi_db *db, const char *sql, int64_t *number, caper_error *error)
{
    caperi_rows *rows = caperi_db_query(db, error, sql, "");
    bool good = rows && caperi_rows_next(rows, error);
    if (good)
        *number = caperi_rows_int(rows, 0);
    caperi_rows_close(rows);
    return good;
}
