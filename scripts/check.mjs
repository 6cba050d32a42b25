// `npm run check`: everything a machine can say about a change, two steps at a time.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const env = { ...process.env, PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}` }

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

// Scripts of package.json, the longest first, so that none is left over at the end.
const checks = ['check:lint', 'check:types', 'check:format', 'check:imports', 'check:dead-code']
/** `--static` leaves out what `npm test` runs as well. */
const steps = process.argv.includes('--static') ? checks : [...checks.slice(0, 2), 'test:unit', ...checks.slice(2)]
/** Less than a script says by itself, and not once more what check:imports looks at. */
const options = {
  'test:unit':
    '--reporter=dot --reporter=./tests/plain-summary-reporter.ts --exclude=tests/architecture/import-rules.test.ts',
}

/** Runs one step with its output kept, so that two at a time do not mix. */
function run(name) {
  const started = performance.now()
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(`${scripts[name]} ${options[name] ?? ''}`, { cwd: root, env, shell: true })
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ name, ok: false, output: error.message, seconds: 0 }))
    child.on('close', (code) => {
      resolve({ name, ok: code === 0, output, seconds: (performance.now() - started) / 1000 })
    })
  })
}

const waiting = [...steps]
const results = []
async function worker() {
  for (let step = waiting.shift(); step; step = waiting.shift()) {
    const result = await run(step)
    results.push(result)
    console.log(`${result.ok ? 'ok    ' : 'FAILED'}  ${result.name}  ${result.seconds.toFixed(1)} s`)
    if (!result.ok) console.log(result.output)
  }
}

await Promise.all([worker(), worker()])
const failed = results.filter((result) => !result.ok).map((result) => result.name)
console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1
