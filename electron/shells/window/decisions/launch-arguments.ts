import { resolve } from 'node:path'
import { z } from 'zod'
import { isDeepLink } from './deep-link'
import { storeArgument } from './named-folders'

/** How Cairn was started; also what a second instance tells the first, so it is parsed there. */
export const Launch = z.object({ argv: z.array(z.string()), cwd: z.string() })
export type Launch = z.infer<typeof Launch>

/** Files and links that a launch asks to open. */
export interface Opened {
  /** Absolute paths of files and folders. */
  readonly files: readonly string[]
  readonly links: readonly string[]
}

/**
 * The files and links on a command line. Switches belong to Chromium; after `--` everything is a file. `appPath` is the
 * folder of an app that is not packaged: it stands on the command line itself, and only what follows it is ours.
 */
export function openedBy({ argv, cwd }: Launch, appPath: string | null): Opened {
  const own = appPath === null ? 0 : argv.findIndex((argument, at) => at > 0 && resolve(cwd, argument) === appPath)
  if (own < 0) return { files: [], links: [] }
  const files: string[] = []
  const links: string[] = []
  let plain = false
  for (const argument of withoutStore(argv.slice(own + 1))) {
    if (plain) files.push(resolve(cwd, argument))
    else if (argument === '--') plain = true
    else if (isDeepLink(argument)) links.push(argument)
    else if (argument !== '' && !argument.startsWith('-')) files.push(resolve(cwd, argument))
  }
  return { files, links }
}

/** The folder of `--store` is opened as the store, and not added to it. */
function withoutStore(argv: readonly string[]): string[] {
  const store = storeArgument(argv)
  return store ? argv.toSpliced(store.at, store.length) : [...argv]
}

/**
 * The command line that has this opened, as `openedBy` reads it. Of several links only the last: each leads the page
 * elsewhere, and Electron on Windows refuses to start with anything but `--` after a link.
 */
export function argumentsFor({ files, links }: Opened): string[] {
  return [...links.slice(-1), ...(files.length > 0 ? ['--', ...files] : [])]
}
