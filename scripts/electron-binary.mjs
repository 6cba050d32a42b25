// Electron's program is not in its npm package: it is downloaded from elsewhere, which some networks forbid.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const electronFolder = join(root, 'node_modules', 'electron')
/** When the last try failed; until a day later nobody has to wait for another. */
const failedFile = join(root, 'out', '.electron-unreachable')
const probeMs = 3000
const downloadMs = 300_000
const dayMs = 86_400_000

/** The path of the installed program, or undefined. Never downloads anything. */
export async function electronBinary(folder = electronFolder) {
  try {
    const name = await readFile(join(folder, 'path.txt'), 'utf8')
    const path = join(process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), name)
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** Downloads the program where its host answers at once; at most one try a day fails. True where it is there now. */
export async function downloadElectron() {
  if (process.env.ELECTRON_SKIP_BINARY_DOWNLOAD || (await failedLately())) return false
  if ((await hostAnswers()) && (await install())) return (await electronBinary()) !== undefined
  await mkdir(join(root, 'out'), { recursive: true })
  await writeFile(failedFile, '')
  return false
}

async function failedLately() {
  const found = await stat(failedFile).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs < dayMs
}

async function hostAnswers() {
  // Through a proxy only the installer knows the way.
  if (process.env.ELECTRON_GET_USE_PROXY) return true
  const mirror = process.env.ELECTRON_MIRROR ?? process.env.npm_config_electron_mirror
  try {
    await fetch(mirror ?? 'https://github.com/electron/electron/', {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(probeMs),
    })
    return true
  } catch {
    return false
  }
}

function install() {
  return new Promise((resolve) => {
    // The installer's words go to stderr: stdout is for the link.
    const child = spawn(process.execPath, [join(electronFolder, 'install.js')], {
      stdio: ['ignore', process.stderr, process.stderr],
      timeout: downloadMs,
    })
    child.on('error', () => resolve(false))
    child.on('close', (code) => resolve(code === 0))
  })
}
