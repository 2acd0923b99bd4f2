/** The prompt behind `/init`. */

export const INIT_PROMPT = `Write the file AGENTS.md in the root of this repository: what a coding agent that has never seen the project must know
before it changes anything.

First look around: the README, the files that configure builds, tests, linters and CI, the folders of the source, and a few
files in each of them. Believe what the files say, not what projects of this kind usually do; leave out what you found no
evidence of.

Then write, in the language that the project's own documents use:

- what the project is and does, in a few sentences;
- how it is laid out: the folders that matter and what belongs where;
- how to install, build, run, test and lint it, as commands that you found in the repository;
- conventions that the code keeps: style, naming, errors, tests, commits;
- what needs care: generated files, things that must not be edited, security, deployment.

Keep it short and specific: a rule that would be true of any project is not worth a line. If there is an AGENTS.md
already, improve it: keep what is right, correct what is not, add what is missing. Change no other file.`;
