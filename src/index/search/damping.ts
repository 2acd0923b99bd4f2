/** The weight of a file, by its path. Tests, documents, translations and data count less: they mention everything and define little. */

const TEST_FOLDER =
  /(?:^|\/)(?:tests?|__tests__|testing|testdata|test-fixtures|specs?|fixtures?|__mocks__|mocks?|e2e)\//i;
const TEST_FILE = /(?:^|\/)(?:test_[^/]*|conftest|[^/]*(?:[._-](?:test|spec|e2e)|Tests?))\.\w+$/;
const DOCUMENT = /(?:^|\/)(?:docs?|documentation|website)\/|\.(?:md|mdx|rst|adoc|txt)$/i;
const TRANSLATION = /(?:^|\/)(?:locales?|i18n|l10n|translations?)\/|\.(?:po|pot|xlf|arb)$/i;
const DATA = /\.(?:json|jsonc|jsonl|json5|csv|tsv|xml|svg|lock|sum|snap|sql)$/i;

const DAMPED = 0.7;

/** Factor for the score of a file's windows. */
export function dampingOf(path: string): number {
  return [TEST_FOLDER, TEST_FILE, DOCUMENT, TRANSLATION, DATA].some((pattern) => pattern.test(path)) ? DAMPED : 1;
}
