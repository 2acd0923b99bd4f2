/*
 * Loaded into the workers of the test runner: `fork` is vfork there. To fork, Linux copies the table of all memory of a process, and
 * frees the copy when the program begins: 5 ms of a processor for each 100 MB, where git takes two.
 *
 * libuv's child only makes system calls, while the parent's thread waits for it. It changes one thing that vfork does not keep apart:
 * `environ`, which the parent gets back. The child returns from here first, so the stack has no room for what the parent needs.
 */

.globl fork
.type fork, @function
fork:
	mov environ@GOTPCREL(%rip), %rsi
	mov (%rsi), %r8
	pop %rdx /* the address to return to */
	mov $58, %eax /* vfork */
	syscall
	push %rdx
	test %rax, %rax
	jz done /* the child */
	mov %r8, (%rsi)
	jns done
	neg %eax
	push %rax
	call __errno_location@PLT
	pop %rdx
	mov %edx, (%rax)
	mov $-1, %eax
done:
	ret

.section .note.GNU-stack, "", @progbits
