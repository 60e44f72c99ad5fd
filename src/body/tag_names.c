// SPDX-License-Identifier: MIT
//
// Hints in the names of bodies. A name is cut into lower-case words at separators, digits and
// changes of case, after its name space; words are looked up in one table of what the common tools
// write (Mixamo, Unreal, Rigify, VRoid, 3ds Max, SMPL, CMU, Daz) and of plain English. A name alone
// decides nothing that the rest pose contradicts: topology comes first.
#include "body/tag.h"

#include <string.h>

#define MAX_WORDS 12
#define MAX_WORD 24

typedef struct name_words {
    char words[MAX_WORDS][MAX_WORD];
    int count;
    bool sided;
} name_words;

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/// Does a word begin at name[i]: a letter after none, a capital after a small letter, or the last
/// capital of several before a small letter (LHip: l, hip)?
static bool starts_word(const char *name, size_t i)
{
    if (i == 0) {
        return true;
    }
    char before = name[i - 1];
    if (!is_upper(before) && !is_lower(before)) {
        return true;
    }
    return is_upper(name[i]) && (is_lower(before) || is_lower(name[i + 1]));
}

static name_words cut(const char *name)
{
    name_words w;
    memset(&w, 0, sizeof w);
    const char *colon = strrchr(name, ':');
    name = colon ? colon + 1 : name;
    size_t n = 0;
    int at = -1;
    for (size_t i = 0; name[i]; i++) {
        char c = name[i];
        if (!is_upper(c) && !is_lower(c)) {
            at = -1;
            continue;
        }
        if (at < 0 || starts_word(name, i)) {
            if (w.count == MAX_WORDS) {
                break;
            }
            at = w.count++;
            n = 0;
        }
        if (n + 1 < MAX_WORD) {
            w.words[at][n++] = (char)(is_upper(c) ? c - 'A' + 'a' : c);
        }
    }
    for (int i = 0; i < w.count; i++) {
        const char *s = w.words[i];
        w.sided |= strcmp(s, "left") == 0 || strcmp(s, "right") == 0 || strcmp(s, "l") == 0 ||
                   strcmp(s, "r") == 0;
    }
    return w;
}

/// One word and what it says. Earlier lines win over later ones within a name: "hand ring" is a
/// finger, "wing arm" a wing, "toe end" a helper.
typedef struct name_hint {
    const char *words; // separated by spaces
    caperi_hint hint;
} name_hint;

static const name_hint hint_table[] = {
    {"twist ik pole poletarget target ctrl control nub end endsite site helper dummy socket slot "
     "handslot attach weapon prop null aim roll goal effector",
     CAPERI_HINT_HELPER},
    {"hair cloth skirt breast bust bangs ribbon sleeve cape coat hat backpack eyebrow brow lid "
     "eyelid cheek nose snout muzzle tongue whisker teeth tooth oris orbicularis levator risorius "
     "gill siphon spinneret",
     CAPERI_HINT_ORNAMENT},
    {"finger fingers fingerbase thumb index pinky pinkie digit metacarpal carpal knuckle",
     CAPERI_HINT_FINGER},
    {"toe toes toebase toeend ball", CAPERI_HINT_TOE},
    {"wing wings feather feathers", CAPERI_HINT_WING},
    {"fin fins flipper flippers fluke flukes dorsal barbel", CAPERI_HINT_FIN},
    {"tentacle tentacles", CAPERI_HINT_TENTACLE},
    {"tail tails cercus sting", CAPERI_HINT_TAIL},
    {"eye eyes eyeball", CAPERI_HINT_EYE},
    {"ear ears feeler feelers antenna antennae", CAPERI_HINT_EAR},
    {"mouth jaw chin beak mandible lip lips fang fangs", CAPERI_HINT_MOUTH},
    {"horn horns antler antlers tusk tusks ossicone spike", CAPERI_HINT_HORN},
    {"foot feet ankle hoof hooves paw paws", CAPERI_HINT_FOOT},
    {"hand hands wrist palm fist", CAPERI_HINT_HAND},
    {"arm arms forearm upperarm lowerarm fore upper elbow clavicle collar shoulder shldr scapula "
     "humerus radius ulna claw palp",
     CAPERI_HINT_ARM},
    {"leg legs thigh upleg upperleg lowerleg lowleg knee calf shin shank femur tibia tarsus coxa "
     "hock gaskin cannon pastern haunch hipjoint",
     CAPERI_HINT_LEG},
    {"pelvis hips", CAPERI_HINT_PELVIS},
    {"neck", CAPERI_HINT_NECK},
    {"head skull", CAPERI_HINT_HEAD},
    {"spine chest upperchest torso waist abdomen belly thorax ribs rib ribcage loin barrel withers "
     "lumbar lowerback vertebra body",
     CAPERI_HINT_SPINE},
    {"root reference armature origin world scene master global rootjoint", CAPERI_HINT_ROOT},
};

/// The words of the table by hash: each with its line. Made once for all names of a skeleton.
#define INDEX_SLOTS 512 // a power of two, more than twice the words
typedef struct word_index {
    struct {
        const char *word; // NULL: free; it ends at a space or with the list
        uint8_t size, line;
    } slots[INDEX_SLOTS];
} word_index;

static unsigned hash_word(const char *word, size_t size)
{
    unsigned hash = (unsigned)size;
    for (size_t i = 0; i < size; i++) {
        hash = hash * 31 + (unsigned char)word[i];
    }
    return hash ^ hash >> 9;
}

/// The slot of a word, or the free one where it belongs.
static unsigned find_slot(const word_index *index, const char *word, size_t size)
{
    unsigned slot = hash_word(word, size) % INDEX_SLOTS;
    while (index->slots[slot].word &&
           (index->slots[slot].size != size || memcmp(index->slots[slot].word, word, size) != 0)) {
        slot = (slot + 1) % INDEX_SLOTS;
    }
    return slot;
}

static void index_words(word_index *index)
{
    memset(index, 0, sizeof *index);
    for (int line = 0; line < CAPER_COUNT_OF(hint_table); line++) {
        for (const char *word = hint_table[line].words; *word;) {
            size_t size = 0;
            while (word[size] && word[size] != ' ') {
                size++;
            }
            unsigned slot = find_slot(index, word, size);
            if (!index->slots[slot].word) { // earlier lines win
                index->slots[slot].word = word;
                index->slots[slot].size = (uint8_t)size;
                index->slots[slot].line = (uint8_t)line;
            }
            word += size + (word[size] == ' ');
        }
    }
}

#define NO_LINE 255

/// The line of the table that has a word.
static int line_of(const word_index *index, const char *word)
{
    unsigned slot = find_slot(index, word, strlen(word));
    return index->slots[slot].word ? index->slots[slot].line : NO_LINE;
}

static bool name_has(const name_words *w, const char *word)
{
    for (int i = 0; i < w->count; i++) {
        if (strcmp(w->words[i], word) == 0) {
            return true;
        }
    }
    return false;
}

static caperi_hint hint_of(const word_index *index, const char *name)
{
    name_words w = cut(name);
    // words that mean something only beside others
    if (w.sided && (name_has(&w, "ring") || name_has(&w, "middle") || name_has(&w, "little"))) {
        return CAPERI_HINT_FINGER;
    }
    if (name_has(&w, "hip")) {
        return w.sided ? CAPERI_HINT_LEG : CAPERI_HINT_PELVIS;
    }
    int best = NO_LINE;
    for (int i = 0; i < w.count; i++) {
        const char *word = w.words[i];
        int line = line_of(index, word);
        // "upper" and "fore" are arms only as the last word standing: upper leg is a leg
        bool vague = line != NO_LINE && (strcmp(word, "upper") == 0 || strcmp(word, "fore") == 0);
        if (vague && (name_has(&w, "leg") || name_has(&w, "chest") || name_has(&w, "spine") ||
                      name_has(&w, "thorax") || name_has(&w, "trunk") || !w.sided)) {
            continue;
        }
        best = line < best ? line : best;
    }
    if (best != NO_LINE) {
        return hint_table[best].hint;
    }
    return name_has(&w, "back") && w.count == 1 ? CAPERI_HINT_SPINE : CAPERI_HINT_NONE;
}

caperi_hint caperi_tag_hint(const char *name)
{
    word_index index;
    index_words(&index);
    return hint_of(&index, name);
}

void caperi_tag_names(caperi_tagger *t)
{
    bool kept_below[CAPER_MAX_BODIES] = {false};
    word_index index;
    index_words(&index);
    for (int i = t->count - 1; i >= 0; i--) {
        const char *name = t->skeleton->names ? t->skeleton->names[i] : NULL;
        t->bodies[i].hint = name ? hint_of(&index, name) : CAPERI_HINT_NONE;
        int parent = t->skeleton->parents[i];
        // a helper that carries bodies is one of them
        if (t->bodies[i].hint == CAPERI_HINT_HELPER && !kept_below[i] && parent >= 0) {
            caperi_tag_set(t, i, CAPERI_ROLE_HELPER, 0.95f);
            t->used_names = true;
        } else if (parent >= 0) {
            kept_below[parent] = true;
        }
        if (t->bodies[i].hint == CAPERI_HINT_HELPER) {
            t->bodies[i].hint = CAPERI_HINT_NONE;
        }
    }
}
