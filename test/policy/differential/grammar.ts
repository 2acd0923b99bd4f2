/** Lines of bash made from a grammar of nearly everything it can read, with the word `evil` wherever text might turn into a command. */

import type { Random } from "../../doubles/random.ts";

/** Picks one of several. */
export const oneOf = (random: Random, list: readonly string[]): string => list[random(list.length)] ?? "";

const NAMES =
  "git cat ls echo rg npm x ./x sort head grep printf test [ type pwd true : cd node sed rm mkdir tee xargs find timeout env nice nohup command builtin exec time bash sh".split(
    " ",
  );
const PLAIN = ["a", "b", "ab", "src", "src/a.ts", "-n", "--all", "--", "-", "1", "a=b", "x=:~", "~", "~/x", "a#b", "=", "+", "a:b", "%", "^", "@", "]", "!", "a!b", "in", "do", "done", "if", "then", "esac", "}", "time", "-c", "-o", "pipefail"]; // prettier-ignore
const QUOTED = ["'a b'", '"a b"', "''", '""', "'evil'", "';evil'", '"; evil"', "'$(evil)'", "'`evil`'", '"a\\"b"', '"a\\\\"', "'a\\'", "$'a\\'b'", "$'\\n'", "$'a\\\\'", '$"a"', "\\'", '\\"', "\\\\", "\\ ", "\\;", "\\$", "\\`", "\\(", "\\#", "a\\\nb", '"a\nb"', "'#'", '"#"', "$'\\x61'", "$'\\''", '"$"', "'*'", '"*"', "\\*", '"a"\'b\'']; // prettier-ignore
const GLOBS = ["*", "?", "a*", "src/*", "[ab]", "[a-b]", "[!a]", "[[:alpha:]]", "[a", '[a"b"]', "[\\]]", "a?", "-*", "*.ts", "{a,b}", "{a,}", "{,b}", "a{b,c}d", "{1..3}", "{a..c}", "{a,{b,c}}", "{a,b", "{a\\,b,c}", "{a,'b,c'}", '{"a,b",c}', "{a,b}{c,d}", "{}", "{a}", "{a,b}}", "{{a,b}", "{a ,b}", "{01..3}", "{a..", "+(a|b)", "@(a)", "!(a)", "x{1..2..1}", "${x}{a,b}", "{$x,b}"]; // prettier-ignore
const DYNAMIC = ["$x", "${x}", '"$x"', "$1", "$@", '"$@"', "$*", "$#", "$?", "$$", "$-", "${#x}", "${x:-a}", "${x-a b}", '"${x:-a b}"', "${x:+a}", "${x#a}", "${x%%a}", "${x/a/b}", "${x:1}", "${x:1:2}", "${x^}", '"${x:-\'a\'}"', '"${x:-"a"}"', "${x:-'}'}", '"${x:-$\'$(evil)\'}"', "\"${x-'$(evil)'}\"", "${x-'`evil`'}", '"${x-\'}\'}"', "${x:-\\}}", "$((1+2))", "$[1+2]", "$(( 1 ))", "$_", "${x:=a}", "${!x}", "${x@P}", "${x[0]}", "$'", '"$', "${x", "$(", "`"]; // prettier-ignore
const REDIRECTIONS = ["> w1", ">> w1", "2> w2", "2>&1", ">&2", "&> w3", "&>> w3", ">| w4", "< a", "<> w5", "> src/w6", ">& w7", "3>&1", "3>&-", "<&-", "2>/dev/null", "> /dev/null", "<<< a", "<<< 'evil'", '<<< "$(x)"', "{fd}> w8", ">w'9'", '>"w a"', "> $'w1'", ">w1>w2", "10> w1", "99999999999999999999> w1", "1 > w1", "a1> w1", "'1'> w1", "\\2> w1", ">&w1", ">&'1'", ">&1-", "> w*", "> {w1,w2}", "> ~", "> x=~", "> =w1", ">$x", "> w1#", "> #w1"]; // prettier-ignore
const SEPARATORS = [" ; ", ";", " && ", " || ", " | ", " |& ", " & ", "\n", "\n\n", " &&\n", " |\n", " #c\n", " # ' evil\n", ";\n", "\\\n;", "&\\\n&", "|\\\n|", "&", "|", "&&"]; // prettier-ignore

/** A generator of lines; the depth bounds how far they nest. */
export function createGrammar(random: Random) {
  const chance = (percent: number): boolean => random(100) < percent;
  const some = (list: readonly string[]): string => oneOf(random, list);

  const substitution = (depth: number): string => {
    const inner = depth > 0 ? line(depth - 1) : some(["x", "evil", "git status", "echo a"]);
    const quoted = inner.replaceAll(/[\\`$]/g, "\\$&");
    return some([`$(${inner})`, `"$(${inner})"`, `\`${quoted}\``, `"\`${quoted}\`"`, `<(${inner})`, `a<(${inner})`, `$( ${inner}\n)`, `$(# )\n${inner})`, `"\${x:-$(${inner})}"`, `"\${x:-'$(${inner})'}"`, `"\${x#'$(${inner})'}"`, `\${x:-\`${quoted}\`}`, `$((${inner}) )`, `"a$(${inner})"b`, `$\\\n(${inner})`, `"$\\\n(${inner})"`, `>(${inner})`, `$(<a)`, `$((1))`, `\${x/a/$(${inner})}`, `$[ $(${inner}) ]`]); // prettier-ignore
  };

  /** `${x…}` with an operand of every kind of quoting, which means something else in each place it stands. */
  const expansion = (): string => {
    const inner = some([
      "$(evil)",
      "`evil`",
      "${y:-$(evil)}",
      "}",
      ";evil;",
      "$(evil",
      "a",
      "\\$(evil)",
      "\\`evil\\`",
      "<(evil)",
    ]);
    const quoted = some([inner, `'${inner}'`, `"${inner}"`, `$'${inner}'`, `$"${inner}"`, `\\'${inner}\\'`, `'"${inner}"'`, `"'${inner}'"`, `\\"${inner}\\"`, `a'${inner}`, `\\}${inner}`]); // prettier-ignore
    const operator = some([":-", "-", ":+", "+", "#", "##", "%", "/a/", "//", "^", ",,", ":", ":?", "@", "\\\n:-"]);
    const text = `\${${some(["x", "1", "#", "@", "HOME", "HOME", "?", "-", "!x"])}${operator}${quoted}}`;
    return some([text, text, `"${text}"`, `"a${text}b"`, `"\${x:-${text}}"`, `$((${text}))`, `"$(echo "${text}")"`, `\`echo ${text}\``, `{a,${text}}`]); // prettier-ignore
  };

  const atom = (depth: number): string => {
    const kind = random(100);
    if (kind < 45) return some(PLAIN);
    if (kind < 65) return some(QUOTED);
    if (kind < 75) return some(GLOBS);
    if (kind < 83) return some(DYNAMIC);
    if (kind < 89) return expansion();
    return depth > 0 ? substitution(depth - 1) : some(PLAIN);
  };

  const word = (depth: number): string => atom(depth) + (chance(20) ? atom(depth) : "") + (chance(5) ? "\\\n" : "");

  const simple = (depth: number): string => {
    const words: string[] = [];
    if (chance(6)) words.push(some(["CI=1", "NODE_ENV=test", "CI=$x", "CI='a b'", "CI=", "LANG=C", "CI+=1", "CI=~", "x=1", "CI=$(x)"])); // prettier-ignore
    if (chance(5)) words.push(some(REDIRECTIONS));
    words.push(some(NAMES));
    while (chance(60) && words.length < 8) words.push(chance(15) ? some(REDIRECTIONS) : word(depth));
    return words.join(chance(4) ? "\t" : chance(3) ? " \\\n" : " ");
  };

  const hereDocument = (depth: number): string => {
    const end = some(["EOF", "E", "a b", "-"]);
    const mark = some([end, `'${end}'`, `"${end}"`, `\\${end}`, `$'${end}'`, `${end.slice(0, 1)}''${end.slice(1)}`]);
    const body = some(["a", "$x", "$(x)", "`x`", "evil", "$(evil", "'", "a\\", "${x:-'$(x)'}", `${end} `, `\t${end}`, `\\${end}`, `${end}\\`, `E\\\nOF`, "\\$(evil)", "\\`", line(0), expansion(), expansion()]); // prettier-ignore
    const more = chance(20) ? ` <<B` : "";
    const second = more === "" ? "" : `\n${some(["b", "evil", "$(x)", "EOF"])}\nB`;
    const rest = chance(30) ? some([" | x", "; git", " && x", " > w1", " # c", " &"]) : "";
    return `${simple(depth)} ${some(["<<", "<<-", "<< ", "3<<"])}${mark}${more}${rest}\n${body}\n${chance(15) ? "\t" : ""}${end}${second}${chance(50) ? `\n${simple(0)}` : ""}`;
  };

  const compound = (depth: number): string => {
    const [a, b] = [line(depth - 1), line(depth - 1)];
    return some([`(${a})`, `( ${a} ) > w1`, `{ ${a}; }`, `{ ${a}\n} 2> w1`, `if ${a}; then ${b}; fi`, `if ${a}; then x; elif ${b}; then x; else x; fi`, `for i in ${word(0)} ${word(0)}; do ${a}; done`, `for i do ${a}; done`, `while ${a}; do ${b}; break; done`, `until ${a}; do break; done`, `case ${word(0)} in ${word(0)}) ${a};; *) ${b};; esac`, `case a in (a|b) ${a};& x) ${b}; esac`, `! ${a}`, `time ${a}`, `time -p ${a}`, `[[ ${word(0)} == ${word(0)} ]] && ${a}`, `[[ -f ${word(0)} || a =~ (${word(0)}) ]]`, `(( 1 )) && ${a}`, `((${a}))`, `((${a}) )`, `f() { ${a}; }; f`, `{ ${a}; } | { ${b}; }`, `coproc ${a}`, `cd src && ${a}`, `(cd src; ${a})`, `cd src || ${a}; ${b}`, `select i in a; do ${a}; break; done`, `${a} | while read -r i; do ${b}; done`, `if ${a}\nthen ${b}\nfi < a`]); // prettier-ignore
  };

  const command = (depth: number): string => {
    const kind = random(100);
    if (kind < 65 || depth <= 0) return simple(depth);
    if (kind < 77) return hereDocument(depth - 1);
    if (kind < 85) return wrapped(depth - 1);
    return compound(depth - 1);
  };

  const wrapped = (depth: number): string => {
    const inner = simple(0);
    const text = `'${line(depth).replaceAll("'", `'\\''`)}'`;
    return some([`timeout 5 ${inner}`, `timeout -k 1 ${inner}`, `env ${inner}`, `env CI=1 ${inner}`, `nice -n 5 ${inner}`, `nice ${inner}`, `nohup ${inner}`, `stdbuf -oL ${inner}`, `command ${inner}`, `builtin ${inner}`, `exec ${inner}`, `bash -c ${text}`, `bash -euo pipefail -c ${text}`, `bash ${some(["-e", "-o", "-x", "pipefail", "errexit", "-eu", "+e", "-"])} -c ${text}`, `sh -c ${text}`, `x | xargs ${inner}`, `x | xargs -I{} ${inner} {}`, `x | xargs ${some(["-n", "-L", "-n1", "-0", "-r", "-I%", "-I{} -n1", "-d ' '", "-P2"])} ${inner}`, `find . -maxdepth 1 -exec ${inner} {} \\;`, `find src ${some(["-exec", "-execdir", "-name", "-o"])} ${inner} ${some(["{} +", "+", "\\;", "{} ';'", "'+' {} ;", "-delete"])}`, `x | tee ${word(0)}`, `time ${inner}`, `\\time ${inner}`]); // prettier-ignore
  };

  function line(depth: number): string {
    let text = command(depth);
    while (chance(depth > 0 ? 30 : 10) && text.length < 400) text += some(SEPARATORS) + command(depth);
    return text;
  }
  return { line, word, some, chance };
}
