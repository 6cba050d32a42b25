import { BrowserWindow, Notification, type Session } from 'electron'
import { type EndedWork, LongWork } from '@shared/desktop/long-work'
import type { DesktopState, ShellAbility } from '@shared/api/shell-api'
import type { Change } from '@shared/changes'
import type { DesktopSettings } from '@shared/settings'
import type { Machine } from '@engine/platform/paths'
import type { WindowWords } from '../decisions/menu-template'
import { workNotice } from '../decisions/work-notice'
import { openAtLogin } from './login-item'
import type { QuickAsk } from './quick-ask'
import type { TrayIcon } from './tray-icon'

export interface DesktopOptions {
  readonly machine: Machine
  /** Absolute path of the program's file, as a person sees it; null where it is none that the system could start. */
  readonly program: string | null
  readonly session: () => Session
  readonly tray: TrayIcon
  readonly quickAsk: QuickAsk
  readonly words: () => WindowWords
  /** Brings the window to the front, on a research where one is named. */
  readonly show: (run: string | null) => void
  readonly log: (line: string) => void
}

type Standing = DesktopState['tray']

/** Brings the system to what the desktop settings want, and keeps what came of it. */
export class Desktop {
  #state: DesktopState = { tray: 'off', quick_ask: 'off', open_at_login: 'off' }
  #settings: DesktopSettings | undefined
  readonly #work = new LongWork(() => performance.now())

  constructor(private readonly options: DesktopOptions) {}

  get state(): DesktopState {
    return this.#state
  }

  /** Whether Cairn can be found again when its last window is closed. */
  get staysWithoutWindow(): boolean {
    return this.#state.tray === 'on'
  }

  /** What of the desktop can be switched on here. */
  abilities(): ShellAbility[] {
    const { machine, program } = this.options
    return [
      ...(['tray', 'quick_ask', 'windows', 'help'] as const),
      ...(Notification.isSupported() ? (['notifications'] as const) : []),
      ...(program === null ? [] : (['open_at_login'] as const)),
      ...(machine.platform === 'darwin' ? (['spell_check'] as const) : []),
    ]
  }

  apply(settings: DesktopSettings): void {
    const { machine, session, tray, quickAsk, words } = this.options
    const before = this.#settings
    this.#settings = settings
    session().setSpellCheckerEnabled(machine.platform === 'darwin' && settings.spell_check)
    this.#state = {
      tray: this.#tried(settings.tray, () => tray.apply(settings.tray, words())),
      quick_ask: this.#tried(settings.quick_ask, () => quickAsk.apply(settings.quick_ask, settings.quick_ask_keys)),
      open_at_login:
        before?.open_at_login === settings.open_at_login
          ? this.#state.open_at_login
          : this.#login(settings.open_at_login),
    }
  }

  /** Tells of long work that a change ends, while nobody looks at Cairn. */
  take(change: Change): void {
    for (const work of this.#work.take(change)) {
      if (this.#settings?.notifications === true && BrowserWindow.getFocusedWindow() === null) this.#tell(work)
    }
  }

  close(): void {
    this.options.tray.close()
    this.options.quickAsk.close()
  }

  #tell(work: EndedWork): void {
    const { words, show } = this.options
    const notice = new Notification(workNotice(work, words()))
    notice.on('click', () => show(work.kind === 'research' ? work.id : null))
    notice.show()
  }

  /** Not touched where it was never wanted: the user may have set it in the system itself. */
  #login(wanted: boolean): Standing {
    const { machine, program } = this.options
    if (program === null) return wanted ? 'refused' : 'off'
    if (!wanted && this.#state.open_at_login === 'off') return 'off'
    return this.#tried(wanted, () => openAtLogin(wanted, machine, program))
  }

  #tried(wanted: boolean, act: () => unknown): Standing {
    try {
      return act() === false ? 'refused' : wanted ? 'on' : 'off'
    } catch (thrown) {
      this.options.log(`The desktop refused something: ${String(thrown)}`)
      return 'refused'
    }
  }
}
