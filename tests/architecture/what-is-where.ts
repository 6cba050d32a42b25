/** A line of the table in the user guide: what people can do, and where. */
interface Row {
  readonly what: string
  /** Where the window has it; null where it has not. */
  readonly window: string | null
  /** The commands that do it, each with its first words; null where none does. */
  readonly command: string | null
  /** Calls that every place which has it makes. */
  readonly calls?: readonly string[]
  /** Calls that only the window makes for it, and only the command line: the same thing in another way. */
  readonly windowCalls?: readonly string[]
  readonly commandCalls?: readonly string[]
}

/** Every call of the contract belongs to one row, or to `plumbing`. */
export const rows: readonly Row[] = [
  {
    what: 'Ask, and stop an answer',
    window: 'Chat',
    command: '`cairn ask`, `cairn chat`; Ctrl-C',
    windowCalls: ['chat.start', 'chat.follow', 'chat.stop'],
    commandCalls: ['chat.ask'],
  },
  {
    what: 'Go on without the model that reads the question',
    window: 'Chat: Esc',
    command: null,
    calls: ['chat.go_on'],
  },
  {
    what: 'Limit a question to collections, tags, kinds, days, documents',
    window: 'Chat: `#`',
    command: '`cairn ask --collection --tag --kinds --dates --changed --documents`',
  },
  {
    what: 'Choose how the graph is searched',
    window: 'Chat; Settings, Answers',
    command: '`cairn ask --graph`, `cairn settings`',
  },
  {
    what: 'What went into an answer',
    window: 'Context',
    command: '`cairn context`',
    calls: ['sessions.context', 'sessions.view'],
  },
  {
    what: 'Answer a question again and see what differs',
    window: 'Context',
    command: '`cairn replay`',
    calls: ['sessions.replay'],
  },
  {
    what: 'Why an answer does not say something',
    window: 'Context; below an answer; selected text',
    command: '`cairn explain`',
    calls: ['sessions.attribute'],
  },
  {
    what: 'Compare two settings over the same questions',
    window: 'Evaluation: a run under other settings, beside another',
    command: '`cairn compare`, `cairn eval`',
    commandCalls: ['sessions.compare'],
  },
  {
    what: 'Chats: search, rename, pin, delete, folders, mark a passage as confidential',
    window: 'Sidebar, Context',
    command: '`cairn sessions`',
    calls: [
      'sessions.search',
      'sessions.rename',
      'sessions.pin',
      'sessions.move',
      'sessions.trash',
      'sessions.restore',
      'sessions.mark',
    ],
    commandCalls: ['sessions.list', 'sessions.get', 'sessions.delete'],
  },
  {
    what: 'Export and import chats; export one answer',
    window: 'Sidebar; Settings, Data; below an answer',
    command: '`cairn export`, `cairn export --turn`, `cairn import`',
    calls: ['sessions.export', 'sessions.import'],
  },
  {
    what: 'See what an export would hold',
    window: 'Export',
    command: '`cairn export --preview`',
    calls: ['sessions.preview'],
  },
  {
    what: 'Add files and folders, read them again',
    window: 'Library; dropping',
    command: '`cairn ingest`',
    calls: ['documents.look_into'],
    windowCalls: ['documents.add', 'documents.add_again', 'documents.stop_job'],
    commandCalls: ['documents.ingest', 'documents.retry', 'documents.read_scans'],
  },
  {
    what: 'Add a text, and the sample documents',
    window: 'Library; pasting',
    command: '`cairn ingest -`, `cairn ingest --sample`',
    calls: ['documents.add_text', 'documents.add_sample'],
  },
  {
    what: 'Fetch a web page, and fetch it again',
    window: 'Library',
    command: '`cairn fetch`, `cairn fetch --again`',
    calls: ['documents.add_page', 'documents.refresh_page'],
  },
  { what: 'Find words in documents', window: 'Library, palette', command: '`cairn find`', calls: ['documents.search'] },
  {
    what: 'List and read documents; title, collection, tags',
    window: 'Library',
    command: '`cairn documents`',
    calls: ['documents.content', 'documents.update', 'documents.get'],
    commandCalls: ['documents.list'],
  },
  {
    what: 'Trash',
    window: 'Library',
    command: '`cairn trash`',
    calls: ['documents.trash', 'documents.restore', 'documents.trashed', 'documents.empty_trash'],
  },
  {
    what: 'Delete documents at once and for good',
    window: null,
    command: '`cairn delete`',
    calls: ['documents.delete'],
  },
  {
    what: 'Watched folders',
    window: 'Settings, Watched folders',
    command: '`cairn folders`',
    calls: ['folders.add', 'folders.change', 'folders.remove', 'folders.rescan', 'folders.take_back'],
    commandCalls: ['folders.list', 'folders.follow'],
  },
  {
    what: 'Names of the graph: search, what is said of them, paths, themes',
    window: 'Graph',
    command: '`cairn graph`',
    calls: [
      'graph.search',
      'graph.entity',
      'graph.neighbourhood',
      'graph.path',
      'graph.picture',
      'graph.describe_community',
      'graph.export',
    ],
    windowCalls: ['graph.community'],
    commandCalls: ['graph.state', 'graph.communities', 'graph.extraction.state'],
  },
  {
    what: 'Merge, split, rename and type names, take that back',
    window: 'Graph',
    command: '`cairn graph merge`, `cairn graph undo`',
    calls: ['graph.decide', 'graph.decisions'],
  },
  {
    what: 'Have a model read for the graph',
    window: 'Settings, Answers; Graph',
    command: '`cairn graph enrich`',
    calls: ['graph.extraction.resume', 'graph.extraction.pause'],
  },
  { what: 'Draw the graph, and keep where names stand', window: 'Graph', command: null, calls: ['graph.save_layout'] },
  {
    what: 'Research: plan, run, look, run again, what differs',
    window: 'Research',
    command: '`cairn research`',
    calls: [
      'research.jobs',
      'research.get',
      'research.start',
      'research.set_plan',
      'research.clarify',
      'research.run',
      'research.pause',
      'research.stop',
      'research.follow',
      'research.again',
      'research.differences',
      'research.rename',
      'research.trash',
      'research.restore',
    ],
    commandCalls: ['research.list', 'research.export'],
  },
  {
    what: 'Notebooks: make, write, sort, search, use as evidence, delete',
    window: 'Notes',
    command: '`cairn notes`',
    calls: [
      'notes.list',
      'notes.get',
      'notes.create',
      'notes.rename',
      'notes.use_as_evidence',
      'notes.comment',
      'notes.search',
      'notes.add',
      'notes.edit',
      'notes.move',
      'notes.remove',
      'notes.trash',
      'notes.restore',
    ],
    windowCalls: ['notes.put_back'],
    commandCalls: ['notes.export'],
  },
  {
    what: 'Highlight a passage',
    window: 'Document',
    command: '`cairn highlights`',
    calls: ['notes.highlight', 'notes.of_document'],
  },
  {
    what: 'Own terms',
    window: 'Settings, Terms',
    command: '`cairn terms`',
    calls: ['terms.list', 'terms.set', 'terms.lookup'],
  },
  {
    what: 'Settings',
    window: 'Settings',
    command: '`cairn settings`',
    calls: ['settings.set'],
    commandCalls: ['settings.get'],
  },
  {
    what: 'Models: add, choose, load, servers and their keys, what reached the network',
    window: 'Models',
    command: '`cairn models`',
    calls: [
      'models.catalogue',
      'models.add',
      'models.delete',
      'models.load',
      'models.unload',
      'models.find_servers',
      'models.set_server_key',
      'models.pause_embedding',
      'models.network_log',
    ],
    commandCalls: ['models.state'],
  },
  {
    what: 'Download models, the recommended ones too',
    window: 'Models',
    command: '`cairn models download`, `cairn models starter`',
    calls: [
      'models.download',
      'models.pause_download',
      'models.cancel_download',
      'models.starter.fetch',
      'models.starter.take',
      'models.starter.undo',
    ],
    windowCalls: ['models.starter.look_in'],
  },
  {
    what: "Cairn's tools: list, switch, exchange rates",
    window: 'Settings, Tools',
    command: '`cairn tools`',
    calls: ['tools.list', 'tools.switch', 'tools.rates', 'tools.import_rates'],
  },
  { what: 'Run a tool outside a chat', window: null, command: '`cairn tools run`', calls: ['tools.run'] },
  {
    what: 'Programs with tools, what they may do, and the log',
    window: 'Settings, Tools',
    command: '`cairn tools servers`',
    calls: [
      'tools.servers.list',
      'tools.servers.import',
      'tools.servers.enable',
      'tools.servers.remove',
      'tools.servers.restart',
      'tools.servers.tools',
      'tools.servers.said',
      'tools.consents.list',
      'tools.consents.set',
      'tools.consents.log',
    ],
    windowCalls: ['tools.servers.put', 'tools.servers.known', 'tools.consents.answer'],
  },
  {
    what: 'Cairn for other programs',
    window: 'Settings, Other programs',
    command: '`cairn doors`, `cairn mcp`',
    calls: ['doors.state', 'doors.token', 'doors.rotate'],
  },
  {
    what: 'What reached the network, rules, being offline',
    window: 'Settings, Network',
    command: '`cairn network`',
    calls: ['network.log', 'network.rules', 'network.forget'],
    commandCalls: ['network.allow'],
  },
  {
    what: 'Sets of questions, runs of them, and their comparison',
    window: 'Evaluation',
    command: '`cairn eval`',
    calls: [
      'evaluation.sets',
      'evaluation.import_set',
      'evaluation.export_set',
      'evaluation.start',
      'evaluation.cancel',
      'evaluation.run',
      'evaluation.runs',
    ],
    windowCalls: [
      'evaluation.add_turn',
      'evaluation.delete_run',
      'evaluation.delete_set',
      'evaluation.save_set',
      'evaluation.set',
    ],
    commandCalls: ['evaluation.follow'],
  },
  {
    what: 'Traces of what Cairn did',
    window: 'Settings, Diagnostics',
    command: '`cairn traces`',
    calls: [
      'diagnostics.traces.list',
      'diagnostics.traces.get',
      'diagnostics.traces.compare',
      'diagnostics.traces.export',
      'diagnostics.traces.clear',
    ],
  },
  {
    what: 'Send traces that are kept to a collector on this machine',
    window: null,
    command: '`cairn traces send`',
    calls: ['diagnostics.traces.send'],
  },
  {
    what: 'A report for finding a fault, read before it is saved',
    window: 'Settings, Diagnostics',
    command: '`cairn report`',
    calls: ['diagnostics.report'],
  },
  {
    what: 'Check and mend the store, make its index anew',
    window: 'Settings, Data',
    command: '`cairn store`',
    calls: ['store.info', 'store.library', 'store.check', 'store.repair', 'store.rebuild'],
  },
  {
    what: 'Have the keychain keep the keys of a shared library',
    window: 'Settings, Data',
    command: null,
    calls: ['store.keep_keys'],
  },
  {
    what: 'Back everything up into a file, and bring it back from one',
    window: 'Settings, Data',
    command: '`cairn backup`, `cairn restore`',
    calls: ['backups.back_up', 'backups.restore', 'backups.moments'],
  },
  {
    what: 'Have backups made by themselves, every day or every week',
    window: 'Settings, Data',
    command: '`cairn backup --every`',
    calls: ['backups.schedule', 'backups.keep_passphrase'],
  },
  {
    what: 'Move the data folder',
    window: 'Settings, Data',
    command: '`cairn store move`',
    calls: ['store.moving', 'store.move', 'store.stay'],
  },
  {
    what: 'Encrypt the data folder',
    window: 'Settings, Data',
    command: '`cairn encrypt`',
    calls: [
      'encryption.state',
      'encryption.turn_on',
      'encryption.turn_off',
      'encryption.change_passphrase',
      'encryption.keep_in_keychain',
    ],
  },
]

/** Calls that are no doing of a person in a window or at a terminal: what a window keeps itself up with, and what programs ask. */
export const plumbing = {
  window: [
    'shell.ask_in_window',
    'shell.change_folder',
    'shell.desktop',
    'shell.info',
    'shell.note_fault',
    'shell.open_file',
    'shell.open_help',
    'shell.open_link',
    'shell.open_window',
    'shell.pick',
    'shell.start_again',
    'shell.reveal',
  ],
  both: ['changes.watch'],
  others: ['chat.ask_aside', 'passages.search', 'passages.embed'],
} as const

/** The table as the user guide has it. */
export function tableLines(): string[] {
  const cells = rows.map(({ what, window, command }) => [what, window ?? '–', command ?? '–'])
  const head = ['What', 'In the window', 'On the command line']
  const all = [head, ...cells]
  const widths = head.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...cells.map(line)]
}
