/*
 * Loaded into the workers of the test runner: they start programs by vfork in place of fork. To fork, Linux copies the table of all
 * memory of a process, and frees the copy when the program begins: 5 ms of a processor for each 100 MB, where git takes two.
 *
 * libuv's child only makes system calls, and the parent's thread waits for it. It changes one thing that vfork does not keep apart:
 * it points `environ` to the program's environment, last of all before it calls `execvp`.
 */

#define _GNU_SOURCE
#include <unistd.h>

static char **own_environ;

__attribute__((used)) void keep_environ(void) { own_environ = environ; }

/* A jump at the end, no call: vfork returns twice, to the caller of fork. */
#if defined(__x86_64__)
__asm__(".globl fork\n.type fork, @function\nfork:\n"
        "sub $8, %rsp\ncall keep_environ@PLT\nadd $8, %rsp\njmp vfork@PLT\n");
#elif defined(__aarch64__)
__asm__(".globl fork\n.type fork, %function\nfork:\n"
        "stp x29, x30, [sp, -16]!\nbl keep_environ\nldp x29, x30, [sp], 16\nb vfork\n");
#endif

int execvp(const char *file, char *const argv[]) {
  char **of_program = environ;
  if (own_environ != NULL) environ = own_environ;
  return execvpe(file, argv, of_program);
}
