/** What a test says to set the scene, and to look at it afterwards. */

import { addCanary } from "../../canaries.ts";
import { git } from "../git.ts";
import {
  addPull,
  addReview,
  addReviewComment,
  type PullSeed,
  type ReviewCommentSeed,
  type ReviewSeed,
} from "./pull.ts";
import { addCommit, addRepository, addToken, repositoryOf } from "./repository.ts";
import type { CommitSeed, RepositorySeed, TokenSeed } from "./repository.ts";
import { addComment, addThread, editComment, editThread, type CommentSeed, type ThreadSeed } from "./thread.ts";
import type {
  CheckRun,
  Comment,
  Repository,
  Review,
  ReviewComment,
  State,
  Thread,
  Token,
  User,
  WorkflowRun,
} from "../state.ts";

export interface Seeder {
  readonly addUser: (login: string, type?: User["type"]) => User;
  /** `name` is `org/team`. */
  readonly addTeam: (name: string, members: Readonly<Record<string, "active" | "pending">>) => void;
  readonly addToken: (secret: string, seed?: TokenSeed) => Token;
  readonly addRepository: (seed: RepositorySeed) => Promise<Repository>;
  /** Commits onto a branch, creating it where needed; returns the commit's id. */
  readonly addCommit: (repository: string, seed: CommitSeed) => Promise<string>;
  readonly addIssue: (repository: string, seed?: ThreadSeed) => Thread;
  readonly addPull: (repository: string, seed: Omit<PullSeed, "from"> & { readonly from?: string }) => Promise<Thread>;
  readonly addComment: (repository: string, number: number, seed: CommentSeed) => Comment;
  /** Writes a comment of a thread anew, as whoever may write can. */
  readonly editComment: (repository: string, number: number, seed: CommentSeed & { readonly id: number }) => void;
  /** Writes the text of an issue anew, as whoever may write can. */
  readonly editIssue: (repository: string, number: number, seed: CommentSeed) => void;
  readonly deleteComment: (repository: string, number: number, id: number) => void;
  readonly addReview: (repository: string, number: number, seed: ReviewSeed) => Review;
  readonly addReviewComment: (repository: string, number: number, seed: ReviewCommentSeed) => ReviewComment;
  readonly addCheckRun: (repository: string, run: Omit<CheckRun, "id">) => void;
  /** Adds a workflow run, or takes the place of the one with its id. */
  readonly setWorkflowRun: (repository: string, run: WorkflowRun) => void;
  /** The live record; settings may be changed in it, and its threads be looked at. */
  readonly repository: (name: string) => Repository;
  readonly thread: (repository: string, number: number) => Thread;
  /** Runs git in the bare repository. */
  readonly git: (repository: string, ...args: readonly string[]) => Promise<string>;
}

/** Seeds bound to one state. */
export function createSeeder(state: State, root: string): Seeder {
  const repository = (name: string): Repository => repositoryOf(state, name);
  const thread = (name: string, number: number): Thread => {
    const found = repository(name).threads.find((thread) => thread.number === number);
    if (found === undefined) throw new Error(`${name} has no #${number}.`);
    return found;
  };
  return {
    addUser: (login, type) => {
      const user = state.user(login);
      if (type === undefined || type === user.type) return user;
      state.users.set(login.toLowerCase(), { ...user, type });
      return state.user(login);
    },
    addTeam: (name, members) => {
      const entries = Object.entries(members).map(([login, state]) => [login.toLowerCase(), state] as const);
      state.teams.set(name.toLowerCase(), new Map(entries));
    },
    addToken: (secret, seed) => {
      addCanary("a GitHub token", secret);
      return addToken(state, secret, seed);
    },
    addRepository: (seed) => addRepository(state, root, seed),
    addCommit: (name, seed) => addCommit(state, repository(name), seed),
    addIssue: (name, seed = {}) => addThread(state, repository(name), seed),
    addPull: async (name, { from, ...seed }) =>
      addPull(state, repository(name), { ...seed, ...(from === undefined ? {} : { from: repository(from) }) }),
    addComment: (name, number, seed) => addComment(state, thread(name, number), seed),
    editComment: (name, number, { id, ...seed }) => {
      const comment = thread(name, number).comments.find((one) => one.id === id);
      if (comment === undefined) throw new Error(`${name}#${number} has no comment ${id}.`);
      editComment(state, comment, seed);
    },
    editIssue: (name, number, seed) => editThread(state, thread(name, number), seed),
    deleteComment: (name, number, id) => {
      const { comments } = thread(name, number);
      comments.splice(0, comments.length, ...comments.filter((one) => one.id !== id));
    },
    addReview: (name, number, seed) => addReview(state, thread(name, number), seed),
    addReviewComment: (name, number, seed) => addReviewComment(state, thread(name, number), seed),
    addCheckRun: (name, run) => void repository(name).checkRuns.push({ ...run, id: state.nextId() }),
    setWorkflowRun: (name, run) => {
      const { workflowRuns } = repository(name);
      workflowRuns.splice(0, workflowRuns.length, ...workflowRuns.filter(({ id }) => id !== run.id), run);
    },
    repository,
    thread,
    git: (name, ...args) => git(repository(name).dir, args),
  };
}
