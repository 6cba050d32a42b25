import { readdirSync, rmSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { app, crashReporter } from 'electron'

/** Dumps that are kept; each has a few megabytes. */
const most = 5

/**
 * Has a crash of native code leave a dump in `<profile>/crashes`, which goes nowhere; older ones than the latest five go. A process
 * that crashed cannot write into a log: the next start says which dumps are new. To be called before Electron is ready, and
 * before the log's first line. Never throws: it returns what the log is to say.
 */
export function keepDumps(profile: string, logFile: string): string[] {
  const folder = join(profile, 'crashes')
  const lines: string[] = []
  try {
    app.setPath('crashDumps', folder)
    crashReporter.start({ uploadToServer: false, submitURL: '', compress: false })
  } catch (thrown) {
    lines.push(`Crashes of native code leave no dump: ${String(thrown)}`)
  }
  const before = statSync(logFile, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const dumps = dumpsIn(folder)
  for (const { path, at } of dumps.slice(0, most)) {
    if (at > before)
      lines.push(`Native code crashed at ${new Date(at).toISOString()}; a dump lies in ${relative(profile, path)}.`)
  }
  for (const { path } of dumps.slice(most)) rmSync(path, { force: true })
  return lines
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
