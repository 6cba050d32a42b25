import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { delimiter, extname, isAbsolute, join, resolve } from 'node:path'
import type { Machine } from '@engine/platform/paths'
import { isBatchFile, noSuchProgram } from './transport-failures'

type Environment = Readonly<Record<string, string>>

/** What Windows programs do not start without. */
const ofWindows = [
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'COMSPEC',
  'PATHEXT',
  'PROGRAMFILES',
  'PROCESSOR_ARCHITECTURE',
  'WINDIR',
]
const ofOthers = ['LANG', 'LC_ALL', 'LC_CTYPE', 'TZ']
/** Where package managers of a Mac put programs; an app that was not started from a terminal has no such PATH. */
const pathsOfMac = ['/opt/homebrew/bin', '/usr/local/bin']

/**
 * The environment a server starts with: where programs are, the language, a folder of its own as its home and for temporary files, and
 * what was set for it. Nothing else of Cairn's environment, in which keys of other programs may stand.
 */
export function bareEnvironment(
  machine: Pick<Machine, 'platform' | 'env'>,
  folder: string,
  own: Environment,
): Environment {
  const { platform, env } = machine
  const isWindows = platform === 'win32'
  const path = [env['PATH'] ?? env['Path'] ?? '', ...(platform === 'darwin' ? pathsOfMac : [])]
  const taken = (isWindows ? ofWindows : ofOthers).flatMap((name) => {
    const value = env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const home = isWindows
    ? { USERPROFILE: folder, APPDATA: folder, LOCALAPPDATA: folder, TEMP: folder, TMP: folder }
    : { HOME: folder, TMPDIR: folder }
  return { PATH: path.filter(Boolean).join(delimiter), ...Object.fromEntries(taken), ...home, ...own }
}

/**
 * Where a command is, looked for as a shell does. Throws CairnError TOOL_UNAVAILABLE where there is no such program, or where Windows runs it
 * through its shell only.
 */
export async function findProgram(command: string, environment: Environment, folder: string): Promise<string> {
  const isPath = /[/\\]/u.test(command)
  const folders = isPath ? [''] : (environment['PATH'] ?? '').split(delimiter).filter(isAbsolute)
  const endings = process.platform === 'win32' ? windowsEndings(command, environment) : ['']
  for (const place of folders) {
    for (const ending of endings) {
      const path = isPath ? resolve(folder, `${command}${ending}`) : join(place, `${command}${ending}`)
      if (await isProgram(path)) return runnable(path)
    }
  }
  throw noSuchProgram(command)
}

function windowsEndings(command: string, environment: Environment): string[] {
  if (extname(command) !== '') return ['']
  return (environment['PATHEXT'] ?? '.EXE;.CMD;.BAT').split(';').filter(Boolean)
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** Arguments cannot be given to a batch file without its shell reading signs in them. */
function runnable(path: string): string {
  if (process.platform !== 'win32' || !/\.(?:cmd|bat)$/iu.test(path)) return path
  throw isBatchFile(path)
}
