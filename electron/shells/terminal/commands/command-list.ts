import type { Command } from '../command'
import { confidential } from './documents/confidential-command'
import { deleteDocuments } from './documents/delete-command'
import { documents } from './documents/documents-command'
import { find } from './documents/find-command'
import { fetchPages } from './documents/fetch-command'
import { highlights } from './documents/highlights-command'
import { ingest } from './documents/ingest-command'
import { trash } from './documents/trash-command'
import { encrypt } from './encryption/encrypt-command'
import { evaluation } from './evaluation/eval-command'
import { folders } from './folders/folders-command'
import { report } from './diagnostics/report-command'
import { traces } from './diagnostics/traces-command'
import { graph } from './graph/graph-command'
import { models } from './models/models-command'
import { notes } from './research/notes-command'
import { research } from './research/research-command'
import { ask } from './sessions/ask-command'
import { chat } from './sessions/chat-command'
import { compare } from './sessions/compare-command'
import { turnContext } from './sessions/context-command'
import { explain } from './sessions/explain-command'
import { exportSessions } from './sessions/export-command'
import { importSessions } from './sessions/import-command'
import { replay } from './sessions/replay-command'
import { sessions } from './sessions/sessions-command'
import { backup } from './system/backup-command'
import { bench } from './system/bench-command'
import { doors } from './system/doors-command'
import { mcp } from './system/mcp-command'
import { restore } from './system/restore-command'
import { network } from './network/network-command'
import { serve } from './system/serve-command'
import { settings } from './system/settings-command'
import { store } from './system/store-command'
import { terms } from './system/terms-command'
import { tools } from './system/tools-command'

/** The commands in the order of `cairn help`: a new one is a line here, its file, and its words in both languages. */
export const commands: readonly Command[] = [
  ingest,
  fetchPages,
  ask,
  chat,
  find,
  documents,
  confidential,
  highlights,
  deleteDocuments,
  trash,
  folders,
  sessions,
  turnContext,
  explain,
  replay,
  compare,
  exportSessions,
  importSessions,
  research,
  notes,
  evaluation,
  graph,
  models,
  tools,
  terms,
  settings,
  store,
  backup,
  restore,
  encrypt,
  traces,
  report,
  bench,
  serve,
  mcp,
  doors,
  network,
]
