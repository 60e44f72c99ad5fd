// SPDX-License-Identifier: MIT
//
// Room physics from outside: a ball that falls to the ground.
#include <caper/physics.h>
#include <stdio.h>

int main(void)
{
    caper_error error = {0};
    caper_physics_def def = caper_physics_def_default();
    caper_physics *physics = caper_physics_create(&def, &error);
    caper_thing_def ball = caper_thing_def_default();
    ball.shape = CAPER_THING_BALL;
    ball.mass = 1;
    ball.transform.position.y = 1;
    caper_transform at = caper_transform_identity();
    bool good = physics && caper_physics_add_thing(physics, &ball, &error) == 0;
    for (int i = 0; good && i < 120; i++) {
        good = caper_physics_update(physics, 1.0f / 60, &error);
    }
    good = good && caper_physics_thing(physics, 0, &at, NULL) && at.position.y < 0.26f;
    printf("physics: %s\n", good ? "falls" : error.message);
    caper_physics_destroy(physics);
    return good ? 0 : 1;
}
