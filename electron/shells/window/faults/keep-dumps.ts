import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { app, crashReporter } from 'electron'
import { hasCode } from '@shared/errors'

/** Dumps that are kept; each has a few megabytes. */
const most = 5

/**
 * Has a crash of native code leave a dump in `<profile>/crashes`, which goes nowhere; older ones than the latest five go. A process
 * that crashed cannot write into a log: the next start says which dumps it has not named yet, whatever was logged meanwhile. To be called
 * before Electron is ready. Never throws: it returns what the log is to say.
 */
export function keepDumps(profile: string): string[] {
  const folder = join(profile, 'crashes')
  const lines: string[] = []
  try {
    app.setPath('crashDumps', folder)
    crashReporter.start({ uploadToServer: false, submitURL: '', compress: false })
  } catch (thrown) {
    lines.push(`Crashes of native code leave no dump: ${String(thrown)}`)
  }
  const dumps = dumpsIn(folder)
  const kept = dumps.slice(0, most).map(({ path, at }) => ({ at, name: relative(profile, path) }))
  try {
    const list = join(folder, 'named.txt')
    const named = namesIn(list)
    const isNew = kept.filter(({ name }) => !named.includes(name))
    for (const { at, name } of isNew)
      lines.push(`Native code crashed at ${new Date(at).toISOString()}; a dump lies in ${name}.`)
    for (const { path } of dumps.slice(most)) rmSync(path, { force: true })
    if (isNew.length > 0) writeFileSync(list, kept.map(({ name }) => name).join('\n'), { mode: 0o600 })
  } catch (thrown) {
    lines.push(`Dumps of native code could not be looked after: ${String(thrown)}`)
  }
  return lines
}

/** The dumps that a log has named before. */
function namesIn(list: string): string[] {
  try {
    return readFileSync(list, 'utf8').split('\n')
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return []
    throw thrown
  }
}

interface Dump {
  readonly path: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The dumps in a folder and below, newest first; none where it cannot be read. */
function dumpsIn(folder: string): Dump[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => join(folder, name))
      .map((path) => ({ path, at: statSync(path).mtimeMs }))
      .toSorted((a, b) => b.at - a.at)
  } catch {
    return []
  }
}
