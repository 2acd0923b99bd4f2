/** The modules of reviews. They load for the few jobs that are one. */

export const loadPullReview = async () => await import("../review/pull-review.ts");
export const loadFixReview = async () => await import("../review/fix-review.ts");
