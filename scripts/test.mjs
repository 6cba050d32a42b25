// `npm test`: everything, in one go; with `--long` only what is worth trying many times (`npm run test:long`). Without a browser the end-to-end tests are skipped and named; with CI=true they fail.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright'
import { ensureBuilt } from './build.mjs'
import { chromiumPath } from './chromium-path.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const counts = { passed: 0, failed: 0, skipped: 0 }
const named = { failures: [], flaky: [] }

/** Runs a test runner and adds its counts; one that dies before it can count has failed once. */
async function run(script, args) {
  const file = join(folder, `counts-${args[0]}.json`)
  const code = await new Promise((resolve) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TMPDIR: folder, CAIRN_TEST_COUNTS: file },
    })
    child.on('close', resolve)
  })
  const counted = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0, skipped: 0 }
  for (const key of Object.keys(counts)) counts[key] += counted[key]
  for (const kind of Object.keys(named)) named[kind].push(...(counted[kind] ?? []))
  if (code !== 0 && counted.failed === 0) {
    counts.failed += 1
    named.failures.push(`${script} ended with ${code}`)
  }
}

function browserFound() {
  return existsSync(chromiumPath() ?? chromium.executablePath())
}

/**
 * Where tests leave their stores: in memory where there is enough of it, since a disk's fsync takes most of the time of an
 * ingest. The long run uses the disk, as people do.
 */
function scratchFolder() {
  const memory = '/dev/shm'
  const needed = 6 * 1024 ** 3
  if (isLong || process.platform !== 'linux' || !existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return bavail * bsize < needed ? tmpdir() : memory
}

const isLong = process.argv.includes('--long')
const folder = await mkdtemp(join(scratchFolder(), 'cairn-test-'))
// Some tests run a command as another user, who must reach what it is given.
await chmod(folder, 0o755)
try {
  await ensureBuilt()
  const vitest = ['run', '--reporter=default', '--reporter=./tests/plain-summary-reporter.ts']
  if (isLong) {
    // Everything that asks tests/rounds.ts how often.
    process.env.CAIRN_TEST_LONG = '1'
    await run('vitest/vitest.mjs', [...vitest, 'tests/faults', ...testsWithRounds()])
    await runInBrowser()
  } else {
    await run('vitest/vitest.mjs', vitest)
    await runInBrowser()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
// As root on Linux, as .ci/run is, nothing has a reason to be skipped.
if (process.env.CI === 'true' && process.platform === 'linux' && process.getuid?.() === 0 && counts.skipped > 0) {
  console.log(`${counts.skipped} tests were skipped, and with CI=true nothing may be.`)
  counts.failed += 1
}
// At the end, where somebody who sees only the last lines finds them.
for (const name of named.flaky) console.log(`passed at the second try: ${name}`)
for (const name of named.failures) console.log(`failed: ${name}`)
const { passed, failed, skipped } = counts
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed === 0 ? 0 : 1

async function runInBrowser() {
  if (browserFound()) {
    await run('@playwright/test/cli.js', ['test'])
  } else if (process.env.CI === 'true') {
    console.log('There is no Chromium to run the end-to-end tests in, and with CI=true nothing may be skipped.')
    counts.failed += 1
  } else {
    const files = readSpecs()
    console.log(
      `Skipped, because there is no Chromium (CHROMIUM_PATH, or apt-get install chromium): ${files.join(', ')}`,
    )
    counts.skipped += files.length
  }
}

/** The tests that are done more often in a long run. */
function testsWithRounds() {
  return readdirSync(join(root, 'tests'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('tests', name))
    .filter((path) => readFileSync(join(root, path), 'utf8').includes("/rounds'"))
}

function readSpecs() {
  return readdirSync(join(root, 'tests/e2e')).filter((name) => name.endsWith('.spec.ts'))
}
