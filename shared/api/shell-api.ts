import { z } from 'zod'
import { documentId, procedure } from './graph-api'

/** A fault of the page's own code: what was thrown, and where. */
const PageFault = z.object({ message: z.string().max(500), stack: z.string().max(8000) })

/** The shell around this page, and its abilities. */
export const ShellInfo = z.object({
  kind: z.enum(['window', 'web']),
  platform: z.string(),
  version: z.string(),
  /** Whether files can be chosen with the system's dialog and shown in its file manager. */
  native_files: z.boolean(),
  /** What of the desktop this shell can do; a tab can do some of it by itself. */
  can: z.array(z.enum(['tray', 'quick_ask', 'notifications', 'open_at_login', 'spell_check', 'windows', 'help'])),
})
export type ShellInfo = z.infer<typeof ShellInfo>
export type ShellAbility = ShellInfo['can'][number]

/** Whether the system does what the desktop settings want; `refused` where it does not, as with keys that another program has. */
const Standing = z.enum(['off', 'on', 'refused'])
export const DesktopState = z.object({ tray: Standing, quick_ask: Standing, open_at_login: Standing })
export type DesktopState = z.infer<typeof DesktopState>

/** What an installation tells of itself: how it is used, whose packages are in it under which licences, what went wrong. */
export const HelpPage = z.enum(['guide', 'licences', 'log'])
export type HelpPage = z.infer<typeof HelpPage>

/** What only the shell around a page can do. */
export const shellContract = {
  info: procedure.output(ShellInfo),
  /** Asks for files or folders with the system's dialog; empty where the user chose none or there is no dialog. */
  pick: procedure.input(z.object({ kind: z.enum(['files', 'folder']) })).output(z.array(z.string())),
  /** Shows a document's file in the system's file manager. */
  reveal: procedure.input(z.object({ id: documentId })).output(z.object({ shown: z.boolean() })),
  /** Has the system's program open a document's file; false where the settings or the shell do not let it, or the file is gone. Refuses what can run. */
  open_file: procedure.input(z.object({ id: documentId })).output(z.object({ opened: z.boolean() })),
  /** Opens a web or mail address outside Cairn. Only after an explicit act of the user; other schemes are refused. */
  open_link: procedure.input(z.object({ url: z.string().max(2000) })).output(z.object({ opened: z.boolean() })),
  /** Ends and starts again, where the shell can. */
  start_again: procedure.output(z.object({ started: z.boolean() })),
  /** Chooses another store folder and starts again with it; false where the shell cannot. */
  change_folder: procedure.output(z.object({ changed: z.boolean() })),
  /** Opens another window at an address of the page, the part from `#` on; false where the shell cannot. */
  open_window: procedure
    .input(z.object({ address: z.string().max(500).regex(/^#\//u) }))
    .output(z.object({ opened: z.boolean() })),
  /** Asks in the window and closes the small one; false where the shell cannot. */
  ask_in_window: procedure
    .input(z.object({ question: z.string().trim().min(1).max(8000) }))
    .output(z.object({ asked: z.boolean() })),
  /** How what the desktop settings want stands with the system. */
  desktop: procedure.output(DesktopState),
  /** Opens a page of help with the system's program; false where the shell cannot. */
  open_help: procedure.input(z.object({ page: HelpPage })).output(z.object({ opened: z.boolean() })),
  /** Writes a fault of the page itself into the shell's log. Texts of documents and chats do not belong in it. */
  note_fault: procedure.input(PageFault).output(z.object({})),
}
