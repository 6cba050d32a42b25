import { z } from 'zod'
import { DayRange } from './dates/document-date'
import { ModelSettings } from './models/model-settings'
import { patchSchema } from './patch-schema'

/** What a keyboard shortcut can do, and its usual keys (specification §10); `mod` is Cmd on a Mac and Ctrl elsewhere. */
export const defaultShortcuts = {
  palette: 'mod+k',
  // A browser keeps mod+n for itself; the window shell's menu has it too.
  new_chat: 'mod+n',
  settings: 'mod+,',
  stop: 'escape',
  focus_composer: 'mod+l',
  search_sessions: 'mod+shift+f',
  toggle_sidebar: 'mod+b',
  toggle_evidence: 'mod+e',
  go_chat: 'mod+1',
  go_library: 'mod+2',
  go_graph: 'mod+3',
  go_models: 'mod+4',
  add_files: 'mod+o',
  find_in_document: 'mod+f',
  highlight: 'mod+shift+h',
  new_window: 'mod+shift+n',
} satisfies Readonly<Record<string, string>>

export type ShortcutAction = keyof typeof defaultShortcuts
export const shortcutActions = Object.keys(defaultShortcuts) as ShortcutAction[]
export const ShortcutAction = z.enum(shortcutActions)

/**
 * Which search of the knowledge graph goes with a question: `auto` by the question's form, `local` from the names in it, `global` over
 * communities, as for "what is all this about?".
 */
export const GraphMode = z.enum(['auto', 'local', 'global', 'off'])
export type GraphMode = z.infer<typeof GraphMode>

/** How stage 6 searches. Changing it changes answers, so a turn's trace says what was in force. */
export const RetrievalSettings = z.object({
  /** Passages an answer may use, after the whole chain. */
  passages: z.number().int().min(1).max(12).default(5),
  /** Search English and Chinese documents with either language's question. */
  cross_language: z.boolean().default(true),
  /** Ask back when a question is ambiguous (shortcut A). */
  ask_back: z.boolean().default(true),
  /** Questions about earlier chats ("what did we decide about…?") are also answered from those. */
  earlier_chats: z.boolean().default(true),
  graph: GraphMode.default('auto'),
})
export type RetrievalSettings = z.infer<typeof RetrievalSettings>

/** A language model's second reading of the library for the knowledge graph. */
export const GraphSettings = z.object({
  /** Read in the background, where a language model is chosen. */
  model_extraction: z.boolean().default(false),
  /** Minutes the model may be at work in one run; each start of Cairn, and each time a person goes on, begins one. */
  budget_minutes: z.number().int().min(1).max(1440).default(30),
})
export type GraphSettings = z.infer<typeof GraphSettings>

/** What becomes of the folders inside a folder that is added: collections of their own, or nothing. */
export const FolderUse = z.enum(['flat', 'collections'])
export type FolderUse = z.infer<typeof FolderUse>

/** The colours people can give a tag; each theme has its own shade. */
export const TagColour = z.enum(['red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'])
export type TagColour = z.infer<typeof TagColour>
export const mostTagColours = 500

/** What a filter of the library limits its list to; null limits nothing. */
export const SavedFilter = z.object({
  text: z.string().max(200),
  status: z.enum(['ready', 'reading', 'partial', 'failed']).nullable(),
  collection: z.string().max(1000).nullable(),
  tag: z.string().max(1000).nullable(),
  format: z.string().max(40).nullable(),
  dates: DayRange.nullable(),
  changed: DayRange.nullable().default(null),
})
export type SavedFilter = z.infer<typeof SavedFilter>
export const mostSavedFilters = 30

/** The columns that people may take away and widen, in their order; the name is always there and takes what room is left. */
export const libraryColumns = [
  'collection',
  'tags',
  'format',
  'size',
  'content',
  'dated',
  'changed',
  'state',
  'added',
] as const
/** Widths of a column in CSS pixels; the name may be wider. */
export const columnWidths = { least: 40, most: 480, mostName: 1600 } as const

export const LibrarySettings = z.object({
  /** For what is added without saying it. */
  folders: FolderUse.default('flat'),
  /** By the name of the tag; a tag that is not here has none. */
  tag_colours: z
    .record(z.string().min(1).max(60), TagColour)
    .refine((colours) => Object.keys(colours).length <= mostTagColours, 'Too many tags have a colour.')
    .default({}),
  /** Filters that people saved, the oldest first. */
  saved_filters: z.array(SavedFilter).max(mostSavedFilters).default([]),
  hidden_columns: z.array(z.enum(libraryColumns)).max(20).default([]),
  /** Of the columns that are there only where somebody wants them. */
  wished_columns: z.array(z.enum(libraryColumns)).max(20).default([]),
  column_widths: z
    .partialRecord(z.enum([...libraryColumns, 'name']), z.number().min(columnWidths.least).max(columnWidths.mostName))
    .default({}),
})

/** Reading of scans and pictures in the background. */
export const OcrSettings = z.object({
  enabled: z.boolean().default(true),
  /** Left where it is until it goes on. */
  paused: z.boolean().default(false),
})
export type OcrSettings = z.infer<typeof OcrSettings>

/** Cairn's own tools. */
const ToolSettings = z.object({
  /** Names of those that are switched off; what needs the network is, until it is allowed. */
  off: z.array(z.string().min(1).max(100)).max(100).default(['weather']),
})
/** Ways in for other programs on this machine, both closed until the user opens them. */
export const DoorSettings = z.object({
  /** Cairn as an MCP server over HTTP. */
  mcp_http: z.boolean().default(false),
  /** The OpenAI-compatible endpoint. */
  openai: z.boolean().default(false),
  /** Of 127.0.0.1 and ::1, for both. */
  port: z.number().int().min(1024).max(65_535).default(21_847),
})
export type DoorSettings = z.infer<typeof DoorSettings>

/** What may reach other machines. Which hosts, `models.allowed_hosts` says. */
const NetworkSettings = z.object({
  /** Nothing leaves this machine, whatever else is allowed; servers of this machine stay. */
  offline: z.boolean().default(false),
})

/** How Cairn sits on the desktop; each where the shell can do it (`ShellInfo.can`). */
export const DesktopSettings = z.object({
  /** An icon where the system has its clocks; closing the window then leaves Cairn at work. */
  tray: z.boolean().default(false),
  /** A small window to ask in, by keys that work in every program. */
  quick_ask: z.boolean().default(false),
  quick_ask_keys: z.string().min(1).max(40).default('mod+shift+space'),
  /** The system says when long work has ended while Cairn is not looked at. */
  notifications: z.boolean().default(false),
  open_at_login: z.boolean().default(false),
  /** In what is written; by the system's dictionaries, or as the browser does it. */
  spell_check: z.boolean().default(true),
})
export type DesktopSettings = z.infer<typeof DesktopSettings>

/** Backups that Cairn makes by itself. */
export const BackupSettings = z.object({
  every: z.enum(['never', 'day', 'week']).default('never'),
  /** Where the file lies; the whole path of a folder that is there. */
  folder: z.string().max(4096).default(''),
  /** How many moments the file keeps. */
  keep: z.number().int().min(1).max(100).default(7),
  /** Whether only a passphrase opens it, which the system’s keychain keeps. */
  sealed: z.boolean().default(false),
})
export type BackupSettings = z.infer<typeof BackupSettings>

export const logLevels = ['error', 'warn', 'info', 'debug'] as const

/** What Cairn keeps of its own work, for whoever looks for a fault or a slow place. Nothing of it leaves the machine by itself. */
export const DiagnosticsSettings = z.object({
  /** Times and sizes of all work. */
  traces: z.boolean().default(true),
  /** Also the words of questions, answers, prompts and calls of tools. */
  trace_text: z.boolean().default(false),
  /** Of all traces together; the oldest go first. */
  trace_megabytes: z.number().int().min(1).max(1000).default(32),
  /** The least that the log takes: `warn` is what ought not to happen, `info` also what was done, `debug` each call of models and tools. */
  log_level: z.enum(logLevels).default('info'),
  /** The log may hold what documents, questions and people say. */
  log_text: z.boolean().default(false),
  /** Where a collector takes OTLP over HTTP, on this machine and nowhere else; empty for none. */
  collector: z
    .string()
    .max(300)
    .regex(
      /^$|^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?(\/[^?#@]*)?$/u,
      'It must be an address of this machine, such as http://127.0.0.1:4318.',
    )
    .default(''),
})
export type DiagnosticsSettings = z.infer<typeof DiagnosticsSettings>

/** The user's settings, kept in `settings.json` of the store. A missing or wrong setting takes its default. */
export const Settings = z.object({
  language: z.enum(['system', 'en', 'zh']).default('system'),
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  text_size: z.enum(['small', 'medium', 'large']).default('medium'),
  /** Only what differs from the defaults; values like `mod+shift+k`, where `mod` is Ctrl or Cmd. */
  shortcuts: z.partialRecord(ShortcutAction, z.string().min(1).max(40)).default({}),
  retrieval: RetrievalSettings.default(RetrievalSettings.parse({})),
  graph: GraphSettings.default(GraphSettings.parse({})),
  library: LibrarySettings.default(LibrarySettings.parse({})),
  ocr: OcrSettings.default(OcrSettings.parse({})),
  tools: ToolSettings.default(ToolSettings.parse({})),
  models: ModelSettings.default(ModelSettings.parse({})),
  doors: DoorSettings.default(DoorSettings.parse({})),
  desktop: DesktopSettings.default(DesktopSettings.parse({})),
  network: NetworkSettings.default(NetworkSettings.parse({})),
  diagnostics: DiagnosticsSettings.default(DiagnosticsSettings.parse({})),
  backups: BackupSettings.default(BackupSettings.parse({})),
  /** Whether documents are opened by the system's programs: `ask` until the user has said so once. */
  open_files: z.enum(['ask', 'open', 'never']).default('ask'),
  /** The welcome screen was left once. */
  welcomed: z.boolean().default(false),
})
export type Settings = z.infer<typeof Settings>

export const defaultSettings: Settings = Settings.parse({})

/** A change of settings: absent fields stay; lists, `shortcuts` and `models.tasks` are replaced as a whole. */
export const SettingsPatch = patchSchema(Settings)
export type SettingsPatch = z.infer<typeof SettingsPatch>
export type ModelSettingsPatch = NonNullable<SettingsPatch['models']>

/** The settings that replace those in force when questions are asked again. */
export const SettingsVariant = patchSchema(RetrievalSettings)
export type SettingsVariant = z.infer<typeof SettingsVariant>
