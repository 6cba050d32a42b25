import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** What `@electron/fuses` looks for in the program: this text, a version, how many switches there are, and each as a digit. */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const fuses = Buffer.concat([Buffer.from(fuseMark), Buffer.from([1, 9]), Buffer.from('0'.repeat(9))])

/**
 * A folder that electron-builder takes for Electron's on Linux (`electronDist`), though there is nothing in it to run: so what is ours in
 * an installer can be packed and looked at where Electron's program cannot be fetched.
 */
export async function makeStandIn(folder) {
  await mkdir(join(folder, 'locales'), { recursive: true })
  await mkdir(join(folder, 'resources'), { recursive: true })
  const program = join(folder, 'electron')
  await writeFile(program, Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n# '), fuses]))
  await chmod(program, 0o755)
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) await writeFile(join(folder, name), '')
  for (const name of ['en-US', 'zh-CN', 'de']) await writeFile(join(folder, 'locales', `${name}.pak`), '')
}
