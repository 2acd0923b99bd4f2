/** Requests in the manner of people who work with coding agents: what the agent then reads (`r`), writes (`w`) and runs. */

interface Request {
  readonly lang: string;
  readonly task: string;
  readonly steps: readonly string[];
}

/** One request after the other: language and task, then a step per line. `⏎` is a line break inside of a command. */
const TEXT = String.raw`
ts: a date is off by one in the report
grep -rn "formatDay" src --include=*.ts | head -20
r src/report/format-day.ts
w src/report/format-day.ts
npx vitest run src/report 2>&1 | tail -30
git diff --stat && git diff src/report

ts: lint errors in CI
npm run lint 2>&1 | tail -40; echo "exit $?"
npx eslint packages/api/src --fix --max-warnings=0
w packages/api/src/routes.ts
cd packages/api && npx tsc --noEmit -p . && npm test -- --run 2>&1 | grep -E "(FAIL|PASS|Tests)"

ts: rename a prop across the app
rg -l 'isOpenNow' apps packages | xargs sed -i 's/isOpenNow/isOpen/g'
git status --short
for f in $(git diff --name-only); do npx prettier --check "$f" || npx prettier --write "$f"; done
pnpm -r --filter './apps/*' build > /tmp/build.log 2>&1 || tail -60 /tmp/build.log
git add -A && git commit -m "$(cat <<'EOF'⏎Rename isOpenNow to isOpen⏎⏎The old name said more than the prop does.⏎EOF⏎)"

ts: why does the server not start
ls -la; cat package.json | jq '.scripts'
node dist/server.js & sleep 2; curl -s -o /dev/null -w "%{http_code}\n" http://localhost:3000/health; kill %1
node -e "console.log(require('./package.json').engines)"
r src/server.ts
w src/server.ts

ts: add a column to the list of orders
find . -path ./node_modules -prune -o -name '*.tsx' -print | xargs grep -ln "OrderList"
r apps/shop/src/orders/list.tsx
w apps/shop/src/orders/list.tsx
w apps/shop/src/orders/list.test.tsx
cat > /tmp/probe.mjs <<'EOF'⏎import { rows } from "./apps/shop/dist/orders/list.js";⏎console.log(rows.length);⏎EOF⏎node /tmp/probe.mjs
npx jest apps/shop -t "order list" --silent

ts: upgrade the date library
npm ls dayjs --all 2>/dev/null | head
npm install dayjs@^1.11 --save-exact && git diff package.json package-lock.json | head -50
npm test 2>&1 | tail -15
w src/dates.ts

ts: publish the next minor
npm version minor --no-git-tag-version
w CHANGELOG.md
git commit -am "release 2.4.0" && git push --follow-tags
npm publish --access public

ts: the e2e test is flaky
npx playwright test tests/e2e/login.spec.ts --repeat-each=5 --reporter=line 2>&1 | tail -40
w tests/e2e/login.spec.ts
grep -c "retry" test-results/*.txt 2>/dev/null || true
test -f playwright.config.ts && sed -n '1,60p' playwright.config.ts

ts: explain how sessions expire
grep -rnE "expires?(At|In)" src | grep -v test | head -40
r src/session/store.ts
git log -5 --oneline -- src/session/store.ts
git log -S'MAX_AGE' --format='%h %an %s' | head -5

ts: remove dead code
npx knip --no-progress 2>&1 | head -50
rm -rf src/legacy && git rm -q --cached -r src/legacy 2>/dev/null; mkdir -p src/compat
w src/compat/README.md
npx tsc --noEmit && npm run build --silent && du -sh dist

ts: the workflow uses an old action
r .github/workflows/ci.yml
w .github/workflows/ci.yml

ts: typecheck fails after the merge
git merge-base HEAD origin/main && git diff --name-only $(git merge-base HEAD origin/main)...HEAD
npx tsc -b 2>&1 | grep "error TS" | cut -d'(' -f1 | sort | uniq -c | sort -rn | head
w packages/core/src/types.ts
npx tsc -b && echo OK

ts: measure the bundle
BUNDLE=1 npm run build 2>&1 | tail -5; ls -l dist/assets/*.js | awk '{print $5, $9}' | sort -n | tail -5
python3 - <<'EOF'⏎import json, pathlib⏎print(sum(p.stat().st_size for p in pathlib.Path("dist").rglob("*.js")))⏎EOF
w docs/bundle.md

ts: write the missing test
sed -n '40,120p' src/parse/tokens.ts
w src/parse/tokens.test.ts
node --test src/parse/tokens.test.ts
timeout 120 npm test --silent -- --test-name-pattern "tokens" 2>&1 | tail -20

ts: deploy the preview
npm run deploy:preview -- --dry-run

py: a parser fails on empty input
python -m pytest tests/test_parser.py -x -q 2>&1 | tail -30
r app/parser.py
w app/parser.py
w tests/test_parser.py
python -m pytest -q && ruff check . && mypy app

py: add type hints to utils
ruff check app --select ANN --statistics
w app/utils.py
mypy --strict app/utils.py 2>&1 | head -40
uv run pytest tests/utils -k "not slow" --maxfail=3

py: reproduce a bug from the issue
python -c "from app.money import parse; print(parse('1.234,50 EUR'))"
python3 -c 'import sys; print(sys.version)' && pip list 2>/dev/null | grep -i babel
w app/money.py
PYTHONPATH=. python scripts/repro.py --locale de_DE | diff - tests/data/expected.txt

py: the import is slow
python -X importtime -c "import app" 2>&1 | sort -t'|' -k2 -n | tail -15
w app/__init__.py
for i in 1 2 3; do /usr/bin/time -f %e python -c "import app"; done

py: update the requirements
pip install -r requirements.txt -q && pip freeze > /tmp/frozen.txt
diff <(sort requirements.txt) <(sort /tmp/frozen.txt) | head
w requirements.txt
source .venv/bin/activate && pytest -q

py: a notebook to a script
jupyter nbconvert --to script notebooks/fit.ipynb --output-dir scripts
w scripts/fit.py
black scripts/fit.py && isort scripts/fit.py && python scripts/fit.py --help

py: coverage of the api
pytest --cov=app --cov-report=term-missing -q 2>&1 | grep -E "^(app|TOTAL)" | sort -k4 | head -20
w tests/api/test_errors.py
pytest tests/api -q -n auto

py: document the settings
grep -n "os.environ" -r app | sed 's/:.*environ/: /' | sort -u
w docs/settings.md
python - <<EOF⏎import re⏎print(len(re.findall(r"^\| ", open("docs/settings.md").read(), re.M)))⏎EOF

py: a migration for the new table
alembic history | tail -5
w alembic/versions/0042_orders.py
alembic upgrade head --sql > /tmp/up.sql && wc -l /tmp/up.sql

py: what does the cron job do
cat cron/*.sh | head -60
r app/jobs/nightly.py
git blame -L 10,40 app/jobs/nightly.py | cut -c1-60

py: release to the index
python -m build && twine check dist/*
git tag v1.3.0 && git push origin v1.3.0

py: tests write into the home folder
HOME=$(mktemp -d) pytest -q tests/test_cache.py; echo $?
grep -rn "expanduser" app tests
w app/cache.py
w tests/conftest.py
pytest -q

go: a race in the pool
go test -race ./internal/pool/... -count=5 2>&1 | tail -40
r internal/pool/pool.go
w internal/pool/pool.go
go vet ./... && go test -race ./internal/pool/... -count=20 | grep -v "no test files"

go: wrap the errors
grep -rn 'fmt.Errorf("[^%]*: %v"' --include=*.go . | wc -l
find . -name '*.go' -not -path './vendor/*' -exec sed -i 's/: %v", err)/: %w", err)/' {} +
gofmt -l . ; go build ./... && go test ./... 2>&1 | grep -E "^(ok|FAIL|---)" | head -40
git diff --stat | tail -1

go: add a flag to the command
r cmd/tool/main.go
w cmd/tool/main.go
w cmd/tool/main_test.go
go run ./cmd/tool --help 2>&1 | head -20; go test ./cmd/... -run TestFlags -v

go: mock for the store
go generate ./... && git status --short
mise run test 2>&1 | tail -25
w internal/store/mock.go
golangci-lint run --timeout 5m ./internal/store/... 2>&1 | head -50

go: bump the module
go list -m -u all 2>/dev/null | grep '\['
go get golang.org/x/text@latest && go mod tidy && git diff go.mod
go build ./... && go test ./...

go: profile the parser
go test ./parser -run xxx -bench . -benchmem -cpuprofile /tmp/cpu.out
go tool pprof -top /tmp/cpu.out 2>/dev/null | head -20
w parser/lexer.go

go: the image is large
docker build -t tool . 2>&1 | tail -5; docker images tool --format '{{.Size}}'
w Dockerfile

go: find unused exports
go list -f '{{.Dir}}' ./... | while read -r d; do grep -hoE '^func [A-Z]\w+' "$d"/*.go; done | sort | uniq -c | sort -n | head
r pkg/api/client.go
w pkg/api/client.go

go: cross-compile
GOOS=windows GOARCH=amd64 go build -o /tmp/tool.exe ./cmd/tool && file /tmp/tool.exe
export CGO_ENABLED=0; for os in linux darwin; do GOOS=$os go vet ./... || exit 1; done

go: explain the retry
rg -n "backoff" -g '*.go' -A 3 | head -60
r internal/net/retry.go
git show HEAD~3:internal/net/retry.go | head -80

rust: a panic on unicode
cargo test --workspace 2>&1 | grep -E "^(test |error|warning: unused|failures)" | head -60
RUST_BACKTRACE=1 cargo test slice_at -- --nocapture 2>&1 | tail -40
w crates/text/src/slice.rs
cargo fmt --all && cargo clippy --all-targets -- -D warnings

rust: add a feature gate
grep -n '\[features\]' -A 10 Cargo.toml
w Cargo.toml
w src/lib.rs
cargo check --no-default-features && cargo check --all-features 2>&1 | tail -5

rust: speed up the build
cargo build --timings 2>&1 | tail -3 && ls target/cargo-timings
cargo tree -d | head -40
w .cargo/config.toml

rust: clippy is noisy
cargo clippy --message-format=short 2>&1 | awk -F: '/warning/ {print $1}' | sort | uniq -c
cargo clippy --fix --allow-dirty && cargo test -q
git diff | head -200

rust: publish the crate
cargo publish --dry-run && git log -1 --format=%H
git push origin HEAD:release

java: a test fails on Windows paths
./gradlew :core:test --tests '*PathTest*' 2>&1 | tail -40
r core/src/main/java/app/Paths.java
w core/src/main/java/app/Paths.java
./gradlew check --offline -q

java: remove a deprecated call
grep -rln "newInstance()" --include=*.java . | tee /tmp/files | wc -l
xargs -a /tmp/files perl -pi -e 's/\.newInstance\(\)/.getDeclaredConstructor().newInstance()/'
mvn -q -o -DskipTests compile 2>&1 | tail -20 && mvn -q -o test -Dtest=FactoryTest

java: which version of jackson
mvn dependency:tree -Dincludes=com.fasterxml.jackson.core 2>/dev/null | grep jackson | sort -u
unzip -l target/app.jar | grep -i jackson | head

java: format the sources
./mvnw spotless:apply -q; git diff --stat | tail -3
w api/src/main/java/app/Api.java
JAVA_HOME=/usr/lib/jvm/java-21 ./mvnw -q verify -pl api -am

java: a slow query
r api/src/main/resources/db/queries.sql
w api/src/main/java/app/OrderRepository.java
javac -d /tmp/out scratch/Plan.java && java -cp /tmp/out Plan | head

cpp: a leak in the reader
cmake -S . -B build -DCMAKE_BUILD_TYPE=Debug -DENABLE_ASAN=ON > /dev/null && cmake --build build -j"$(nproc)" 2>&1 | tail -5
ctest --test-dir build --output-on-failure -R reader
w src/reader.cpp
valgrind --leak-check=full ./build/tests/reader_test 2>&1 | tail -20

cpp: warnings with gcc 14
make -k CXXFLAGS="-Wall -Wextra" 2>&1 | grep -o '\[-W[a-z-]*\]' | sort | uniq -c
w src/table.cpp
g++ -std=c++20 -Wall -Iinclude -fsyntax-only src/table.cpp && echo clean

cpp: format the headers
clang-format -i $(git ls-files '*.h' '*.cpp') && git diff --stat
./build/tool --selftest < tests/data/in.txt | cmp - tests/data/out.txt

cpp: add a benchmark
w bench/bench_hash.cpp
w CMakeLists.txt
cmake --build build --target bench_hash && ./build/bench/bench_hash --benchmark_min_time=0.1s

rb: a failing spec
bundle exec rspec spec/models/order_spec.rb:42 2>&1 | tail -30
w app/models/order.rb
bundle exec rubocop -A app/models/order.rb && bin/rails test test/models

rb: seed data for development
bin/rails runner 'puts User.count' 2>&1 | tail -1
w db/seeds.rb
RAILS_ENV=test bin/rails db:schema:load db:seed

rb: upgrade a gem
bundle outdated --only-explicit 2>/dev/null | head
bundle update --conservative rack && git diff Gemfile.lock | head -40
ruby -Ilib -e 'require "app"; puts App::VERSION'

php: a deprecation
vendor/bin/phpunit --filter Invoice --testdox 2>&1 | tail -20
w src/Invoice.php
php -l src/Invoice.php && vendor/bin/phpstan analyse src --level 6 --no-progress

php: a new command
composer dump-autoload -q && php artisan list | grep app:
w app/Console/Commands/Prune.php
php artisan app:prune --dry-run

ts: undo the last commit
git reset --soft HEAD~1 && git status --short
git stash push -m wip -- src && git stash pop

ts: what changed since the release
git fetch --tags 2>/dev/null; git describe --tags --abbrev=0
git log $(git describe --tags --abbrev=0)..HEAD --format='- %s' --no-merges | head -50
w CHANGELOG.md

py: clean up the branch
git branch --merged | grep -v main | xargs -r git branch -d
find . -name __pycache__ -type d -prune -exec rm -rf {} + ; git clean -nd

ts: secrets in the logs
grep -rn "process.env" src | grep -iv test | head -30
cat .env.example
w src/log/redact.ts
npx vitest run src/log
`;

export const REQUESTS: readonly Request[] = TEXT.trim()
  .split("\n\n")
  .map((text) => {
    const [head = "", ...steps] = text.split("\n");
    const [lang = "", task = ""] = head.split(": ");
    return { lang, task, steps: steps.map((step) => step.replaceAll("⏎", "\n")) };
  });
