import type { DoorsState } from '@shared/api/doors-api'
import type { CairnError } from '@shared/errors'
import type { DoorSettings } from '@shared/settings'
import { version } from '@engine/platform/paths'
import type { Engine } from '@engine/ports/engine-interface'
import type { DoorActions, ShellActions } from '@engine/ports/shell-actions'
import { DoorToken } from '@shells/doors/door-token'
import type { DoorVisits } from '@shells/doors/door-visits'
import { stdioCommand } from '@shells/doors/stdio-command'

/**
 * The shell's acts in a terminal or browser tab, which has none: a tab chooses files and opens links by itself. `folder` is the
 * store's, absolute.
 */
export function headlessActions(engine: Pick<Engine, 'getSettings'>, folder: string): ShellActions {
  return {
    info: () => ({ kind: 'web', platform: process.platform, version, native_files: false, can: [] }),
    pick: () => Promise.resolve([]),
    reveal: () => Promise.resolve(false),
    openFile: () => Promise.resolve(false),
    openLink: () => Promise.resolve(false),
    changeFolder: () => Promise.resolve(false),
    startAgain: () => Promise.resolve(false),
    openWindow: () => Promise.resolve(false),
    askInWindow: () => Promise.resolve(false),
    desktop: () => ({ tray: 'off', quick_ask: 'off', open_at_login: 'off' }),
    openHelp: () => Promise.resolve(false),
    noteFault: (line) => void process.stderr.write(`${line}\n`),
    doors: closedDoors(engine, folder),
  }
}

/** Where no app runs nothing listens; the token can be shown and made anew all the same. */
function closedDoors(engine: Pick<Engine, 'getSettings'>, folder: string): DoorActions {
  const token = new DoorToken(folder)
  return {
    state: () => Promise.resolve(doorsState({ settings: engine.getSettings().doors, folder })),
    token: () => token.get(),
    rotate: () => token.rotate(),
  }
}

/** Milliseconds between two tokens of an answer, from CAIRN_TOKEN_PACE_MS: tests slow answers down to interrupt them. */
export function tokenPaceMs(env: Readonly<Record<string, string | undefined>>): number {
  return Number(env['CAIRN_TOKEN_PACE_MS']) || 0
}

interface Standing {
  readonly settings: DoorSettings
  /** Undefined where nothing listens. */
  readonly port?: number | undefined
  /** Why what the settings want does not listen. */
  readonly problem?: CairnError | null
  /** Who came in so far; absent where nobody could. */
  readonly visits?: DoorVisits
  /** The store's folder, absolute. */
  readonly folder: string
}

/** How the doors stand: what the settings want, where they answer, who came in, and what else leads to the store. */
export function doorsState({ settings, port, problem = null, visits, folder }: Standing): DoorsState {
  const door = (wanted: boolean, path: string) => ({
    wanted,
    // By its literal address: no name service can lead elsewhere.
    address: wanted && port !== undefined ? `http://127.0.0.1:${port}${path}` : null,
    last: visits?.last(path) ?? null,
  })
  const { mcp_http, openai } = settings
  const at = { mcp_http: door(mcp_http, '/mcp'), openai: door(openai, '/v1') }
  return { ...at, port: settings.port, problem: problem?.report() ?? null, stdio: stdioCommand(folder) }
}
