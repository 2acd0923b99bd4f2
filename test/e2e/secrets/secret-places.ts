/** Where secrets lie on a machine: a home folder, the runner's files, other folders, and a process that holds and tells them. */

import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Targets } from "./secret-tricks.ts";

/** Arguments: a folder to write `ready` into, the name, the secrets. Everything of it goes with it, the key after a minute. */
const DECOY = `
import ctypes, os, socket, sys, threading, time
folder, name, secrets = sys.argv[1], sys.argv[2], "\\n".join(sys.argv[3:]).encode()
os.chdir(os.path.join(folder, "home"))
libc = ctypes.CDLL(None)
held = os.open(os.path.join(folder, "held"), os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600)
os.write(held, secrets)
os.unlink(os.path.join(folder, "held"))
serial = libc.syscall(248, b"user", name.encode(), secrets, len(secrets), -4)
if serial > 0: libc.syscall(250, 15, serial, 60)
libc.shmat.restype = ctypes.c_void_p
segment = libc.shmget(0, 4096, 0o1600)
ctypes.memmove(libc.shmat(segment, None, 0), secrets, len(secrets))
libc.shmctl(segment, 0, None)
def tell(family, address, mode=None):
    server = socket.socket(family)
    server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try: server.bind(address)
    except OSError: return None
    if mode: os.chmod(address, mode)
    server.listen()
    def serve():
        while True:
            client, _ = server.accept()
            client.sendall(secrets)
            client.close()
    threading.Thread(target=serve, daemon=True).start()
    return server
tell(socket.AF_UNIX, os.path.join(folder, "elsewhere", "socket"), 0o777)
tell(socket.AF_UNIX, "\\0" + name)
port = tell(socket.AF_INET, ("127.0.0.1", 0)).getsockname()[1]
if os.environ.get("OWN_NAMESPACES"):
    tell(socket.AF_INET, ("169.254.169.254", 80))
    tell(socket.AF_UNIX, "/run/docker.sock")
with open(os.path.join(folder, "ready.new"), "w") as ready: ready.write(f"DECOY={os.getpid()}\\nPORT={port}\\n")
os.rename(os.path.join(folder, "ready.new"), os.path.join(folder, "ready"))
null = os.open("/dev/null", os.O_WRONLY)
while True:
    os.write(null, secrets)
    time.sleep(0.1)
`;

export interface Places extends Pick<Targets, "home" | "runnerTemp" | "elsewhere" | "socket" | "name"> {
  /** Starts the process that holds the secrets. */
  readonly command: readonly [program: string, ...args: string[]];
  /** What it wrote when it was up. */
  readonly readyFile: string;
}

/** Plants the secrets in files below `dir`; everything is for its owner alone. */
export function plantSecrets(dir: string, secrets: readonly string[]): Places {
  const [home, runnerTemp, elsewhere] = ["home", "_temp", "elsewhere"].map((name) => join(dir, name)) as [
    string,
    string,
    string,
  ];
  const all = secrets.join("\n");
  const plant = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(path, `${text}\n`, { mode: 0o600 });
  };
  for (const name of [".npmrc", ".netrc", ".docker/config.json", ".config/gh/hosts.yml", ".ssh/id_ed25519"])
    plant(join(home, name), all);
  for (const name of [".bash_history", ".aws/credentials", ".kube/config"]) plant(join(home, name), all);
  plant(join(home, ".git-credentials"), secrets.map((secret) => `https://x:${secret}@github.com`).join("\n"));
  plant(join(home, ".gitconfig"), "[credential]\n\thelper = store");
  for (const name of ["creds.json", "_runner_file_commands/set_env_1", "_github_workflow/event.json"])
    plant(join(runnerTemp, name), all);
  plant(join(runnerTemp, "git-credentials.config"), `[http]\n\textraheader = ${secrets.join(" ")}`); // as checkout v6
  plant(join(elsewhere, "action/planted.json"), all);
  plant(join(dir, "decoy.py"), DECOY);
  const name = `kimi-${randomUUID()}`; // the machine has one space of these names
  const command = ["python3", join(dir, "decoy.py"), dir, name, ...secrets] as const;
  return {
    home,
    runnerTemp,
    elsewhere,
    socket: join(elsewhere, "socket"),
    name,
    command: [...command],
    readyFile: join(dir, "ready"),
  };
}

export interface Decoy extends Pick<Targets, "decoy" | "port"> {
  readonly [Symbol.dispose]: () => void;
}

/** Starts it on this machine, the secrets in its variables too. */
export async function startDecoy({ command, readyFile }: Places, secrets: readonly string[]): Promise<Decoy> {
  const [program, ...args] = command;
  const variables = Object.fromEntries(secrets.map((secret, index) => [`DECOY_${index}`, secret]));
  const child: ChildProcess = spawn(program, args, {
    env: { PATH: process.env["PATH"], ...variables },
    stdio: "ignore",
  });
  for (let tries = 0; !existsSync(readyFile) && tries < 500; tries += 1) await delay(20);
  const told = readFileSync(readyFile, "utf8");
  const number = (name: string): number => Number(new RegExp(`^${name}=(\\d+)$`, "m").exec(told)?.[1]);
  return { decoy: number("DECOY"), port: number("PORT"), [Symbol.dispose]: () => void child.kill("SIGKILL") };
}
