// SPDX-License-Identifier: MIT
// The only C++ of Caper: SDL2, OpenGL and Dear ImGui 1.86 behind ui.h. ImGui's own SDL backend asks
// SDL where the mouse is, which says nothing of events that a script pushes; so input is taken from
// the events alone, here. One file of more than 900 lines on purpose: all of it is the one wall
// between C and C++, a thin function for each widget and event of ui.h, and a second file would
// need a C++ header between the two.
#include "ui.h"

#include <SDL.h>
#include <SDL_opengl.h>
#include <imgui.h>
#include <backends/imgui_impl_opengl3.h>

#include <cfloat>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {
struct gl_calls {
    void(APIENTRY *viewport)(GLint, GLint, GLsizei, GLsizei);
    void(APIENTRY *clear_color)(GLfloat, GLfloat, GLfloat, GLfloat);
    void(APIENTRY *clear)(GLbitfield);
    void(APIENTRY *read)(GLint, GLint, GLsizei, GLsizei, GLenum, GLenum, void *);
    void(APIENTRY *finish)(void);
};

struct state {
    SDL_Window *window;
    SDL_GLContext context;
    SDL_GameController *pad;
    gl_calls gl;
    float scale;
    double step;
    Uint64 last;
    float mouse_x, mouse_y, before_x, before_y, wheel;
    bool down[3], latched[3];
    bool modal, entered;
    char drop[4096];
    SDL_Cursor *cursors[ImGuiMouseCursor_COUNT];
    ImDrawList *over;
};
state s;

// ImGui writes to whatever it is given. Without memory the program ends here: what was saved is
// whole, and the next start offers what was not.
void *take_memory(size_t size, void *)
{
    void *memory = malloc(size);
    if (!memory) {
        fputs("caper studio: no memory for the window\n", stderr);
        _Exit(2);
    }
    return memory;
}

void give_memory(void *memory, void *)
{
    free(memory);
}

ImU32 color(uint32_t argb)
{
    return IM_COL32(argb >> 16 & 255, argb >> 8 & 255, argb & 255, argb >> 24 & 255);
}

ImVec4 color4(uint32_t argb)
{
    return ImGui::ColorConvertU32ToFloat4(color(argb));
}

ImDrawList *list()
{
    return s.over ? s.over : ImGui::GetWindowDrawList();
}

bool fail(caper_error *error, const char *what)
{
    return caper_error_set(error, CAPER_ERROR_UNSUPPORTED, "studio", 0, 0, "%s: %.100s", what,
                           SDL_GetError());
}

// Neutral greys, so that colors in the viewport are judged right; the accents are those of Okabe
// and Ito, which people with any kind of color vision tell apart.
void set_style(float scale)
{
    ImGui::StyleColorsDark();
    ImGuiStyle &y = ImGui::GetStyle();
    y.WindowRounding = y.ChildRounding = 0;
    y.FrameRounding = y.GrabRounding = y.TabRounding = y.PopupRounding = 3;
    y.WindowBorderSize = 0;
    y.WindowPadding = ImVec2(8, 6);
    y.FramePadding = ImVec2(6, 3);
    y.ItemSpacing = ImVec2(6, 5);
    y.ScrollbarSize = 11;
    y.IndentSpacing = 14;
    struct {
        ImGuiCol which;
        uint32_t argb;
    } colors[] = {
        {ImGuiCol_Text, 0xffe4e6e9},          {ImGuiCol_TextDisabled, 0xff8a9099},
        {ImGuiCol_WindowBg, 0xff24272c},      {ImGuiCol_ChildBg, 0x00000000},
        {ImGuiCol_PopupBg, 0xff2c3036},       {ImGuiCol_Border, 0xff3b4048},
        {ImGuiCol_FrameBg, 0xff343941},       {ImGuiCol_FrameBgHovered, 0xff3f4650},
        {ImGuiCol_FrameBgActive, 0xff48505c}, {ImGuiCol_TitleBgActive, 0xff2c3036},
        {ImGuiCol_MenuBarBg, 0xff1d2024},     {ImGuiCol_Button, 0xff3a4049},
        {ImGuiCol_ButtonHovered, 0xff4a525e}, {ImGuiCol_ButtonActive, 0xff0072b2},
        {ImGuiCol_Header, 0xff2f5f80},        {ImGuiCol_HeaderHovered, 0xff3a4a58},
        {ImGuiCol_HeaderActive, 0xff0072b2},  {ImGuiCol_Tab, 0xff2c3036},
        {ImGuiCol_TabHovered, 0xff3a6b8c},    {ImGuiCol_TabActive, 0xff2f5f80},
        {ImGuiCol_CheckMark, 0xff56b4e9},     {ImGuiCol_SliderGrab, 0xff56b4e9},
        {ImGuiCol_PlotHistogram, 0xff56b4e9}, {ImGuiCol_Separator, 0xff3b4048},
    };
    for (auto &c : colors) {
        y.Colors[c.which] = color4(c.argb);
    }
    y.ScaleAllSizes(scale);
}

void add_font(float scale)
{
    static const char *const places[] = {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                         "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
                                         "/usr/share/fonts/TTF/DejaVuSans.ttf",
                                         ("/usr/share/fonts/truetype/liberation/"
                                          "LiberationSans-Regular.ttf")};
    static const ImWchar letters[] = {0x20,   0x24f,  0x370,  0x3ff,  0x2010, 0x2027,
                                      0x2190, 0x21ff, 0x25a0, 0x25ff, 0};
    ImGuiIO &io = ImGui::GetIO();
    for (const char *path : places) {
        if (FILE *file = std::fopen(path, "rb")) {
            std::fclose(file);
            io.Fonts->AddFontFromFileTTF(path, 13.0f * scale, nullptr, letters);
            return;
        }
    }
    ImFontConfig config;
    config.SizePixels = 13.0f * scale;
    io.Fonts->AddFontDefault(&config);
}

void set_keys()
{
    ImGuiIO &io = ImGui::GetIO();
    struct {
        ImGuiKey key;
        SDL_Scancode code;
    } keys[] = {
        {ImGuiKey_Tab, SDL_SCANCODE_TAB},
        {ImGuiKey_LeftArrow, SDL_SCANCODE_LEFT},
        {ImGuiKey_RightArrow, SDL_SCANCODE_RIGHT},
        {ImGuiKey_UpArrow, SDL_SCANCODE_UP},
        {ImGuiKey_DownArrow, SDL_SCANCODE_DOWN},
        {ImGuiKey_PageUp, SDL_SCANCODE_PAGEUP},
        {ImGuiKey_PageDown, SDL_SCANCODE_PAGEDOWN},
        {ImGuiKey_Home, SDL_SCANCODE_HOME},
        {ImGuiKey_End, SDL_SCANCODE_END},
        {ImGuiKey_Insert, SDL_SCANCODE_INSERT},
        {ImGuiKey_Delete, SDL_SCANCODE_DELETE},
        {ImGuiKey_Backspace, SDL_SCANCODE_BACKSPACE},
        {ImGuiKey_Space, SDL_SCANCODE_SPACE},
        {ImGuiKey_Enter, SDL_SCANCODE_RETURN},
        {ImGuiKey_Escape, SDL_SCANCODE_ESCAPE},
        {ImGuiKey_KeyPadEnter, SDL_SCANCODE_KP_ENTER},
        {ImGuiKey_A, SDL_SCANCODE_A},
        {ImGuiKey_C, SDL_SCANCODE_C},
        {ImGuiKey_V, SDL_SCANCODE_V},
        {ImGuiKey_X, SDL_SCANCODE_X},
        {ImGuiKey_Y, SDL_SCANCODE_Y},
        {ImGuiKey_Z, SDL_SCANCODE_Z},
    };
    for (auto &k : keys) {
        io.KeyMap[k.key] = k.code;
    }
}

const char *get_clipboard(void *)
{
    static char *text;
    SDL_free(text);
    text = SDL_GetClipboardText();
    return text;
}

void set_clipboard(void *, const char *text)
{
    SDL_SetClipboardText(text);
}

template <typename T> void find(T &call, const char *name)
{
    call = reinterpret_cast<T>(SDL_GL_GetProcAddress(name));
}

bool open_window(const ui_def *def, caper_error *error)
{
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
    SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
    Uint32 flags = SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI;
    flags |= def->hidden ? SDL_WINDOW_HIDDEN : SDL_WINDOW_SHOWN;
    s.window = SDL_CreateWindow(def->title, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED,
                                def->width, def->height, flags);
    if (!s.window) {
        return fail(error, "found no window, expected one with OpenGL 3.3");
    }
    s.context = SDL_GL_CreateContext(s.window);
    if (!s.context) {
        return fail(error, "found no OpenGL 3.3");
    }
    SDL_GL_SetSwapInterval(1);
    find(s.gl.viewport, "glViewport");
    find(s.gl.clear_color, "glClearColor");
    find(s.gl.clear, "glClear");
    find(s.gl.read, "glReadPixels");
    find(s.gl.finish, "glFinish");
    return s.gl.viewport && s.gl.clear && s.gl.clear_color && s.gl.read && s.gl.finish
               ? true
               : fail(error, "OpenGL");
}

float display_scale()
{
    int window_w = 1, pixels_w = 1, h;
    SDL_GetWindowSize(s.window, &window_w, &h);
    SDL_GL_GetDrawableSize(s.window, &pixels_w, &h);
    float ratio = window_w > 0 ? (float)pixels_w / (float)window_w : 1.0f;
    float dpi = 96.0f;
    int display = SDL_GetWindowDisplayIndex(s.window);
    if (ratio <= 1.0f && display >= 0 && SDL_GetDisplayDPI(display, nullptr, &dpi, nullptr) == 0 &&
        dpi > 140.0f) {
        ratio = dpi / 96.0f;
    }
    return ratio < 1.0f ? 1.0f : ratio > 4.0f ? 4.0f : ratio;
}

// Window coordinates to pixels.
float pixel_ratio()
{
    int window_w = 1, pixels_w = 1, h;
    SDL_GetWindowSize(s.window, &window_w, &h);
    SDL_GL_GetDrawableSize(s.window, &pixels_w, &h);
    return window_w > 0 ? (float)pixels_w / (float)window_w : 1.0f;
}

int button_of(Uint8 button)
{
    return button == SDL_BUTTON_LEFT     ? 0
           : button == SDL_BUTTON_RIGHT  ? 1
           : button == SDL_BUTTON_MIDDLE ? 2
                                         : -1;
}

void set_modifiers(Uint16 mod)
{
    ImGuiIO &io = ImGui::GetIO();
    io.KeyCtrl = (mod & KMOD_CTRL) != 0;
    io.KeyShift = (mod & KMOD_SHIFT) != 0;
    io.KeyAlt = (mod & KMOD_ALT) != 0;
    io.KeySuper = (mod & KMOD_GUI) != 0;
}

void take_key(const SDL_KeyboardEvent *e)
{
    ImGuiIO &io = ImGui::GetIO();
    int code = e->keysym.scancode;
    if (code > 0 && code < IM_ARRAYSIZE(io.KeysDown)) {
        io.KeysDown[code] = e->type == SDL_KEYDOWN;
    }
    set_modifiers(e->keysym.mod);
}

void take(const SDL_Event *e)
{
    ImGuiIO &io = ImGui::GetIO();
    if (e->type == SDL_MOUSEMOTION) {
        s.mouse_x = (float)e->motion.x * pixel_ratio();
        s.mouse_y = (float)e->motion.y * pixel_ratio();
    } else if (e->type == SDL_MOUSEBUTTONDOWN || e->type == SDL_MOUSEBUTTONUP) {
        int button = button_of(e->button.button);
        if (button >= 0) {
            s.down[button] = e->type == SDL_MOUSEBUTTONDOWN;
            s.latched[button] = s.latched[button] || s.down[button];
        }
    } else if (e->type == SDL_MOUSEWHEEL) {
        s.wheel += e->wheel.preciseY != 0 ? e->wheel.preciseY : (float)e->wheel.y;
    } else if (e->type == SDL_TEXTINPUT) {
        io.AddInputCharactersUTF8(e->text.text);
    } else if (e->type == SDL_KEYDOWN || e->type == SDL_KEYUP) {
        take_key(&e->key);
    } else if (e->type == SDL_CONTROLLERDEVICEADDED && !s.pad) {
        s.pad = SDL_GameControllerOpen(e->cdevice.which);
    } else if (e->type == SDL_CONTROLLERDEVICEREMOVED && s.pad &&
               SDL_JoystickInstanceID(SDL_GameControllerGetJoystick(s.pad)) == e->cdevice.which) {
        SDL_GameControllerClose(s.pad);
        s.pad = SDL_NumJoysticks() > 0 ? SDL_GameControllerOpen(0) : nullptr; // another one, if any
    } else if (e->type == SDL_WINDOWEVENT && e->window.event == SDL_WINDOWEVENT_FOCUS_LOST) {
        memset(io.KeysDown, 0, sizeof io.KeysDown);
        set_modifiers(0);
    }
}
} // namespace

// --- window --------------------------------------------------------------------------------------

bool ui_open(const ui_def *def, caper_error *error)
{
    memset(&s, 0, sizeof s);
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");
    SDL_SetHint(SDL_HINT_MOUSE_FOCUS_CLICKTHROUGH, "1");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        return fail(error, "found no display");
    }
    static bool kept;
    kept = kept || SDL_GL_LoadLibrary(nullptr) == 0; // stays when the window goes
    if (!def->hidden) {                              // looking for pads takes a quarter of a second
        SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
    }
    if (!open_window(def, error)) {
        ui_close();
        return false;
    }
    s.step = def->step;
    s.scale = def->scale > 0 ? def->scale : display_scale();
    s.mouse_x = s.mouse_y = -FLT_MAX;
    ImGui::SetAllocatorFunctions(take_memory, give_memory);
    ImGui::CreateContext();
    ImGuiIO &io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    io.GetClipboardTextFn = get_clipboard;
    io.SetClipboardTextFn = set_clipboard;
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    set_keys();
    set_style(s.scale);
    add_font(s.scale);
    ImGui_ImplOpenGL3_Init("#version 330 core");
    s.cursors[ImGuiMouseCursor_Arrow] = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_ARROW);
    s.cursors[ImGuiMouseCursor_TextInput] = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_IBEAM);
    s.cursors[ImGuiMouseCursor_ResizeNS] = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_SIZENS);
    s.cursors[ImGuiMouseCursor_ResizeEW] = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_SIZEWE);
    s.cursors[ImGuiMouseCursor_Hand] = SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_HAND);
    SDL_StartTextInput();
    return true;
}

void ui_close(void)
{
    if (ImGui::GetCurrentContext()) {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui::DestroyContext();
    }
    for (SDL_Cursor *cursor : s.cursors) {
        SDL_FreeCursor(cursor);
    }
    if (s.pad) {
        SDL_GameControllerClose(s.pad);
    }
    if (s.context) {
        SDL_GL_DeleteContext(s.context);
    }
    if (s.window) {
        SDL_DestroyWindow(s.window);
    }
    memset(&s, 0, sizeof s);
    // SDL is not quit: its driver would be unloaded with memory that it never frees, and a leak
    // checker could no longer tell whose that is.
}

void ui_title(const char *title)
{
    SDL_SetWindowTitle(s.window, title);
}

float ui_scale(void)
{
    return s.scale;
}

void ui_size(int *width, int *height)
{
    SDL_GL_GetDrawableSize(s.window, width, height);
}

bool ui_poll(ui_event *event)
{
    SDL_Event e;
    *event = ui_event{UI_EVENT_NONE, nullptr};
    while (SDL_PollEvent(&e)) {
        if (e.type == SDL_QUIT) {
            event->kind = UI_EVENT_QUIT;
            return true;
        }
        if (e.type == SDL_DROPFILE) {
            std::snprintf(s.drop, sizeof s.drop, "%s", e.drop.file ? e.drop.file : "");
            SDL_free(e.drop.file);
            event->kind = UI_EVENT_DROP;
            event->path = s.drop;
            return true;
        }
        take(&e);
    }
    return false;
}

static double time_step(void)
{
    Uint64 now = SDL_GetPerformanceCounter();
    double seconds =
        s.last ? (double)(now - s.last) / (double)SDL_GetPerformanceFrequency() : 1 / 60.0;
    s.last = now;
    seconds = s.step > 0 ? s.step : seconds;
    return seconds < 1e-5 ? 1e-5 : seconds > 0.25 ? 0.25 : seconds;
}

double ui_begin(void)
{
    ImGuiIO &io = ImGui::GetIO();
    double seconds = time_step();
    int width, height;
    ui_size(&width, &height);
    io.DisplaySize = ImVec2((float)width, (float)height);
    io.DeltaTime = (float)seconds;
    s.before_x = io.MousePos.x;
    s.before_y = io.MousePos.y;
    io.MousePos = ImVec2(s.mouse_x, s.mouse_y);
    io.MouseWheel = s.wheel;
    s.wheel = 0;
    for (int i = 0; i < 3; i++) {
        io.MouseDown[i] = s.down[i] || s.latched[i];
        s.latched[i] = false;
    }
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    s.over = nullptr;
    return seconds;
}

void ui_end(bool show)
{
    ImGui::Render();
    ImGuiMouseCursor cursor = ImGui::GetMouseCursor();
    if (cursor >= 0 && cursor < ImGuiMouseCursor_COUNT && s.cursors[cursor]) {
        SDL_SetCursor(s.cursors[cursor]);
    }
    int width, height;
    ui_size(&width, &height);
    s.gl.viewport(0, 0, width, height);
    s.gl.clear_color(0.1f, 0.11f, 0.12f, 1.0f);
    s.gl.clear(GL_COLOR_BUFFER_BIT);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
    if (show) {
        SDL_GL_SwapWindow(s.window);
    }
}

void ui_read(uint8_t *pixels)
{
    int width, height;
    ui_size(&width, &height);
    s.gl.finish();
    s.gl.read(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
    size_t row = (size_t)width * 4;
    for (int y = 0; y < height / 2; y++) {
        uint8_t *a = pixels + row * (size_t)y, *b = pixels + row * (size_t)(height - 1 - y);
        for (size_t i = 0; i < row; i++) {
            uint8_t swap = a[i];
            a[i] = b[i];
            b[i] = swap;
        }
    }
    for (size_t i = 3; i < row * (size_t)height; i += 4) {
        pixels[i] = 255;
    }
}

int ui_key(const char *name)
{
    return SDL_GetScancodeFromName(name);
}

const char *ui_key_name(int key)
{
    return SDL_GetScancodeName((SDL_Scancode)key);
}

void ui_push_mouse(float x, float y)
{
    SDL_Event e;
    memset(&e, 0, sizeof e);
    e.type = SDL_MOUSEMOTION;
    e.motion.x = (int)(x / pixel_ratio());
    e.motion.y = (int)(y / pixel_ratio());
    SDL_PushEvent(&e);
}

void ui_push_button(int button, bool down)
{
    static const Uint8 buttons[] = {SDL_BUTTON_LEFT, SDL_BUTTON_RIGHT, SDL_BUTTON_MIDDLE};
    SDL_Event e;
    memset(&e, 0, sizeof e);
    e.type = down ? SDL_MOUSEBUTTONDOWN : SDL_MOUSEBUTTONUP;
    e.button.button = buttons[button < 0 || button > 2 ? 0 : button];
    SDL_PushEvent(&e);
}

void ui_push_wheel(float steps)
{
    SDL_Event e;
    memset(&e, 0, sizeof e);
    e.type = SDL_MOUSEWHEEL;
    e.wheel.preciseY = steps;
    SDL_PushEvent(&e);
}

void ui_push_key(int key, int modifiers, bool down)
{
    SDL_Event e;
    memset(&e, 0, sizeof e);
    e.type = down ? SDL_KEYDOWN : SDL_KEYUP;
    e.key.keysym.scancode = (SDL_Scancode)key;
    e.key.keysym.mod =
        (Uint16)((modifiers & UI_CTRL ? KMOD_LCTRL : 0) | (modifiers & UI_SHIFT ? KMOD_LSHIFT : 0) |
                 (modifiers & UI_ALT ? KMOD_LALT : 0));
    SDL_PushEvent(&e);
}

void ui_push_text(const char *text)
{
    SDL_Event e;
    memset(&e, 0, sizeof e);
    e.type = SDL_TEXTINPUT;
    std::snprintf(e.text.text, sizeof e.text.text, "%s", text);
    SDL_PushEvent(&e);
}

void ui_push_drop(const char *path)
{
    SDL_Event e;
    memset(&e, 0, sizeof e);
    e.type = SDL_DROPFILE;
    e.drop.file = SDL_strdup(path);
    SDL_PushEvent(&e);
}

void ui_push_quit(void)
{
    SDL_Event e;
    memset(&e, 0, sizeof e);
    e.type = SDL_QUIT;
    SDL_PushEvent(&e);
}

// --- input ---------------------------------------------------------------------------------------

ui_mouse ui_get_mouse(void)
{
    ImGuiIO &io = ImGui::GetIO();
    ui_mouse m;
    memset(&m, 0, sizeof m);
    m.x = io.MousePos.x;
    m.y = io.MousePos.y;
    bool known = s.before_x > -1e6f && m.x > -1e6f;
    m.dx = known ? m.x - s.before_x : 0;
    m.dy = known ? m.y - s.before_y : 0;
    m.wheel = io.MouseWheel;
    for (int i = 0; i < 3; i++) {
        m.down[i] = io.MouseDown[i];
        m.pressed[i] = ImGui::IsMouseClicked(i);
        m.released[i] = ImGui::IsMouseReleased(i);
    }
    m.twice = ImGui::IsMouseDoubleClicked(0);
    m.ctrl = io.KeyCtrl;
    m.shift = io.KeyShift;
    m.alt = io.KeyAlt;
    return m;
}

bool ui_key_pressed(int key)
{
    return !ImGui::GetIO().WantTextInput && key > 0 && key < 512 && ImGui::IsKeyPressed(key, true);
}

bool ui_key_down(int key)
{
    return !ImGui::GetIO().WantTextInput && key > 0 && key < 512 && ImGui::IsKeyDown(key);
}

bool ui_typing(void)
{
    return ImGui::GetIO().WantTextInput;
}

bool ui_blocked(void)
{
    return ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
}

bool ui_push_pad(float left_x, float left_y, float right_x, float right_y)
{
    static int device = -1;
    static SDL_Joystick *stick; // of SDL's own until it ends
    if (!SDL_WasInit(SDL_INIT_GAMECONTROLLER)) {
        SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER);
    }
    SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1"); // a hidden window has no focus
    if (!stick || SDL_JoystickGetAttached(stick) != SDL_TRUE) {
        device = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0);
        stick = device >= 0 ? SDL_JoystickOpen(device) : nullptr;
    }
    const float values[] = {left_x, left_y, right_x, right_y};
    for (int i = 0; stick && i < 4; i++) {
        float v = values[i] < -1 ? -1 : values[i] > 1 ? 1 : values[i];
        SDL_JoystickSetVirtualAxis(stick, i, (Sint16)(32767 * v));
    }
    return stick != nullptr;
}

bool ui_gamepad(float *left_x, float *left_y, float *right_x, float *right_y)
{
    if (!s.pad) {
        return false;
    }
    float *out[] = {left_x, left_y, right_x, right_y};
    static const SDL_GameControllerAxis axes[] = {
        SDL_CONTROLLER_AXIS_LEFTX, SDL_CONTROLLER_AXIS_LEFTY, SDL_CONTROLLER_AXIS_RIGHTX,
        SDL_CONTROLLER_AXIS_RIGHTY};
    for (int i = 0; i < 4; i++) {
        float v = (float)SDL_GameControllerGetAxis(s.pad, axes[i]) / 32768.0f;
        *out[i] = v > -0.12f && v < 0.12f ? 0 : v; // a stick at rest is never quite in its middle
    }
    return true;
}

// --- containers ----------------------------------------------------------------------------------

void ui_window_begin(const char *id, ui_rect rect, bool padded)
{
    ImGui::SetNextWindowPos(ImVec2(rect.x, rect.y));
    ImGui::SetNextWindowSize(ImVec2(rect.w, rect.h));
    if (!padded) {
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    }
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus |
                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollWithMouse);
    if (!padded) {
        ImGui::PopStyleVar();
    }
}

void ui_note_begin(const char *id, float x, float y, float width)
{
    ImGui::SetNextWindowPos(ImVec2(x, y));
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 4 * s.scale);
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::PopStyleVar(2);
}

void ui_window_end(void)
{
    ImGui::End();
}

void ui_child_begin(const char *id, float width, float height)
{
    ImGui::BeginChild(id, ImVec2(width, height), false, ImGuiWindowFlags_NoNav);
}

void ui_child_end(void)
{
    ImGui::EndChild();
}

bool ui_tabs_begin(const char *id)
{
    return ImGui::BeginTabBar(id, ImGuiTabBarFlags_FittingPolicyScroll);
}

bool ui_tab_begin(const char *label, bool select)
{
    return ImGui::BeginTabItem(label, nullptr, select ? ImGuiTabItemFlags_SetSelected : 0);
}

void ui_tab_end(void)
{
    ImGui::EndTabItem();
}

void ui_tabs_end(void)
{
    ImGui::EndTabBar();
}

bool ui_bar_begin(void)
{
    return ImGui::BeginMainMenuBar();
}

void ui_bar_end(void)
{
    ImGui::EndMainMenuBar();
}

bool ui_menu_begin(const char *label)
{
    return ImGui::BeginMenu(label);
}

void ui_menu_end(void)
{
    ImGui::EndMenu();
}

bool ui_menu_item(const char *label, const char *keys, bool checked, bool enabled)
{
    return ImGui::MenuItem(label, keys, checked, enabled);
}

void ui_popup_open(const char *id)
{
    ImGui::OpenPopup(id);
}

bool ui_popup_begin(const char *id)
{
    return ImGui::BeginPopup(id);
}

bool ui_modal_begin(const char *title, float width)
{
    ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(size.x / 2, size.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSize(ImVec2(width, 0));
    return ImGui::BeginPopupModal(title, nullptr,
                                  ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                      ImGuiWindowFlags_NoSavedSettings);
}

void ui_popup_close(void)
{
    ImGui::CloseCurrentPopup();
}

void ui_popup_end(void)
{
    ImGui::EndPopup();
}

bool ui_table_begin(const char *id, int columns, bool lines)
{
    ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings;
    return ImGui::BeginTable(
        id, columns, flags | (lines ? ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerH : 0));
}

void ui_table_column(const char *label, float width)
{
    ImGui::TableSetupColumn(
        label, width > 0 ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
        width);
}

void ui_table_head(void)
{
    ImGui::TableHeadersRow();
}

void ui_table_cell(void)
{
    ImGui::TableNextColumn();
}

void ui_table_end(void)
{
    ImGui::EndTable();
}

bool ui_header(const char *label, bool open)
{
    return ImGui::CollapsingHeader(label, open ? ImGuiTreeNodeFlags_DefaultOpen : 0);
}

bool ui_tree_begin(const char *label, bool selected, bool leaf, bool open)
{
    return ImGui::TreeNodeEx(
        label, (selected ? ImGuiTreeNodeFlags_Selected : 0) | (leaf ? ImGuiTreeNodeFlags_Leaf : 0) |
                   (open ? ImGuiTreeNodeFlags_DefaultOpen : 0) | ImGuiTreeNodeFlags_OpenOnArrow |
                   ImGuiTreeNodeFlags_SpanAvailWidth);
}

void ui_tree_end(void)
{
    ImGui::TreePop();
}

void ui_id_push(int id)
{
    ImGui::PushID(id);
}

void ui_id_pop(void)
{
    ImGui::PopID();
}

void ui_disable(bool disabled)
{
    ImGui::BeginDisabled(disabled);
}

void ui_enable(void)
{
    ImGui::EndDisabled();
}

// --- layout --------------------------------------------------------------------------------------

void ui_same_line(void)
{
    ImGui::SameLine();
}

void ui_line_at(float x)
{
    ImGui::SameLine(x);
}

void ui_separator(void)
{
    ImGui::Separator();
}

void ui_space(void)
{
    ImGui::Spacing();
}

void ui_indent(void)
{
    ImGui::Indent();
}

void ui_unindent(void)
{
    ImGui::Unindent();
}

void ui_align(void)
{
    ImGui::AlignTextToFramePadding();
}

void ui_width(float width)
{
    ImGui::SetNextItemWidth(width);
}

void ui_room(float *width, float *height)
{
    ImVec2 room = ImGui::GetContentRegionAvail();
    *width = room.x;
    *height = room.y;
}

float ui_row(void)
{
    return ImGui::GetFrameHeightWithSpacing();
}

void ui_scroll_here(void)
{
    ImGui::SetScrollHereY();
}

// --- widgets -------------------------------------------------------------------------------------

void ui_text(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    ImGui::TextV(format, args);
    va_end(args);
}

void ui_text_color(uint32_t argb, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    ImGui::TextColoredV(color4(argb), format, args);
    va_end(args);
}

void ui_text_wrap(uint32_t argb, const char *text)
{
    ImGui::PushStyleColor(ImGuiCol_Text, color4(argb));
    ImGui::TextWrapped("%s", text);
    ImGui::PopStyleColor();
}

bool ui_button(const char *label, float width)
{
    return ImGui::Button(label, ImVec2(width, 0));
}

bool ui_toggle(const char *label, bool on, float width)
{
    if (on) {
        ImGui::PushStyleColor(ImGuiCol_Button, color4(0xff0072b2));
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, color4(0xff1a86c4));
    }
    bool pressed = ImGui::Button(label, ImVec2(width, 0));
    if (on) {
        ImGui::PopStyleColor(2);
    }
    return pressed;
}

bool ui_check(const char *label, bool *value)
{
    return ImGui::Checkbox(label, value);
}

bool ui_radio(const char *label, bool on)
{
    return ImGui::RadioButton(label, on);
}

bool ui_pick(const char *label, int *value, const char *const *names, int count)
{
    return ImGui::Combo(label, value, names, count, 12);
}

int ui_choose(const char *id, const char *prompt, const char *const *names, int count)
{
    int chosen = -1;
    if (ImGui::BeginCombo(id, prompt, ImGuiComboFlags_HeightLarge)) {
        for (int i = 0; i < count; i++) {
            if (ImGui::Selectable(names[i])) {
                chosen = i;
            }
        }
        ImGui::EndCombo();
    }
    return chosen;
}

bool ui_select(const char *label, bool on)
{
    return ImGui::Selectable(label, on);
}

bool ui_slide(const char *label, float *value, float low, float high, const char *format)
{
    return ImGui::SliderFloat(label, value, low, high, format, ImGuiSliderFlags_AlwaysClamp);
}

bool ui_drag(const char *label, float *value, float speed, float low, float high,
             const char *format)
{
    return ImGui::DragFloat(label, value, speed, low, high, format,
                            low < high ? ImGuiSliderFlags_AlwaysClamp : 0);
}

bool ui_drag3(const char *label, float value[3], float speed)
{
    return ImGui::DragFloat3(label, value, speed, 0, 0, "%.3f");
}

bool ui_number(const char *label, int *value, int low, int high)
{
    return ImGui::DragInt(label, value, 0.1f, low, high, "%d", ImGuiSliderFlags_AlwaysClamp);
}

bool ui_field(const char *label, const char *hint, char *text, int size)
{
    s.entered = ImGui::InputTextWithHint(label, hint, text, (size_t)size,
                                         ImGuiInputTextFlags_EnterReturnsTrue);
    return s.entered || ImGui::IsItemDeactivatedAfterEdit();
}

bool ui_entered(void)
{
    return s.entered;
}

void ui_focus(void)
{
    ImGui::SetKeyboardFocusHere();
}

void ui_progress(float fraction, const char *label)
{
    ImGui::ProgressBar(fraction, ImVec2(-FLT_MIN, 0), label);
}

void ui_tip(const char *text)
{
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
        ImGui::BeginTooltip();
        ImGui::PushTextWrapPos(360.0f * s.scale);
        ImGui::TextUnformatted(text);
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
}

void ui_swatch(uint32_t argb)
{
    float size = ImGui::GetTextLineHeight() * 0.8f;
    ImVec2 at = ImGui::GetCursorScreenPos();
    float y = at.y + (ImGui::GetFrameHeight() - size) / 2;
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, y), ImVec2(at.x + size, y + size),
                                              color(argb), 2);
    ImGui::Dummy(ImVec2(size, ImGui::GetFrameHeight()));
}

bool ui_item_active(void)
{
    return ImGui::IsItemActive();
}

bool ui_item_done(void)
{
    return ImGui::IsItemDeactivatedAfterEdit();
}

bool ui_item_hovered(void)
{
    return ImGui::IsItemHovered();
}

// --- canvas --------------------------------------------------------------------------------------

ui_canvas ui_canvas_begin(const char *id, float width, float height)
{
    ImVec2 at = ImGui::GetCursorScreenPos();
    width = width < 1 ? 1 : width;
    height = height < 1 ? 1 : height;
    ImGui::InvisibleButton(id, ImVec2(width, height),
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    ui_canvas canvas = {{at.x, at.y, width, height}, ImGui::IsItemHovered(), ImGui::IsItemActive()};
    ImGui::GetWindowDrawList()->PushClipRect(at, ImVec2(at.x + width, at.y + height), true);
    return canvas;
}

void ui_canvas_end(void)
{
    ImGui::GetWindowDrawList()->PopClipRect();
}

void ui_image(unsigned texture, ui_rect r)
{
    list()->AddImage(reinterpret_cast<ImTextureID>((intptr_t)texture), ImVec2(r.x, r.y),
                     ImVec2(r.x + r.w, r.y + r.h));
}

void ui_line(float x0, float y0, float x1, float y1, uint32_t argb, float width)
{
    list()->AddLine(ImVec2(x0, y0), ImVec2(x1, y1), color(argb), width);
}

void ui_path(const float *xy, int points, uint32_t argb, float width, bool closed)
{
    list()->AddPolyline(reinterpret_cast<const ImVec2 *>(xy), points, color(argb),
                        closed ? ImDrawFlags_Closed : 0, width);
}

void ui_fill(ui_rect r, uint32_t argb, float round)
{
    list()->AddRectFilled(ImVec2(r.x, r.y), ImVec2(r.x + r.w, r.y + r.h), color(argb), round);
}

void ui_frame(ui_rect r, uint32_t argb, float round)
{
    list()->AddRect(ImVec2(r.x, r.y), ImVec2(r.x + r.w, r.y + r.h), color(argb), round);
}

void ui_disc(float x, float y, float radius, uint32_t argb)
{
    list()->AddCircleFilled(ImVec2(x, y), radius, color(argb));
}

void ui_ring(float x, float y, float radius, uint32_t argb, float width)
{
    list()->AddCircle(ImVec2(x, y), radius, color(argb), 0, width);
}

void ui_triangle(float x0, float y0, float x1, float y1, float x2, float y2, uint32_t argb)
{
    list()->AddTriangleFilled(ImVec2(x0, y0), ImVec2(x1, y1), ImVec2(x2, y2), color(argb));
}

void ui_quad(const float xy[8], uint32_t argb)
{
    list()->AddQuadFilled(ImVec2(xy[0], xy[1]), ImVec2(xy[2], xy[3]), ImVec2(xy[4], xy[5]),
                          ImVec2(xy[6], xy[7]), color(argb));
}

void ui_write(float x, float y, uint32_t argb, const char *text)
{
    list()->AddText(ImVec2((float)(int)x, (float)(int)y), color(argb), text);
}

float ui_write_width(const char *text)
{
    return ImGui::CalcTextSize(text).x;
}

float ui_write_height(void)
{
    return ImGui::GetTextLineHeight();
}

void ui_clip(ui_rect r)
{
    list()->PushClipRect(ImVec2(r.x, r.y), ImVec2(r.x + r.w, r.y + r.h), true);
}

void ui_unclip(void)
{
    list()->PopClipRect();
}

void ui_over(bool over)
{
    s.over = over ? ImGui::GetForegroundDrawList() : nullptr;
}
