import type { Change } from '@shared/changes'
import { receiveBackupChange } from './backups/backup-schedule'
import { followForeign, forgetSessions, receiveOpinion, refreshSessions, useChat } from './chat/chat-store'
import { receiveEncryption } from './encryption'
import { receiveEvaluation, refreshEvaluation } from './evaluation/sets-and-runs'
import { letWordsStay } from './kept-entries'
import { receiveGraph } from './graph/graph-store'
import { receiveFolders } from './library/folders'
import { receiveDocuments, receiveJobs, receiveMapping } from './library/library-store'
import { receiveLibrary } from './library/library-access'
import { receiveModels } from './models/models-store'
import { receiveNotes, refreshNotes } from './notes/highlights-store'
import { receiveRunning, receiveSessions, receiveTurnState } from './chat/sessions-store'
import { receiveRuns } from './research/runs-store'
import { receiveSettings } from './settings-store'
import { receiveDoorsChange } from './tools/doors'
import { receiveToolServers } from './tools/program-list'
import { go, useRoute } from './window/address'

/** Brings every store of this window up to what the engine says. */
export function applyChange(change: Change): void {
  switch (change.type) {
    case 'snapshot':
      applySnapshot(change)
      return
    case 'documents':
      receiveDocuments(change.changed, change.removed, false)
      return
    case 'sessions':
      applySessions(change)
      return
    case 'job':
      receiveJobs([change.job], false)
      return
    case 'turn':
      applyTurn(change)
      return
    case 'opinion':
      receiveOpinion(change.turn, change.opinion)
      return
    case 'settings':
      receiveSettings(change.settings)
      return
    case 'models':
      receiveModels(change.models)
      return
    case 'graph':
      receiveGraph(change.graph)
      return
    case 'mapping':
      receiveMapping(change.waiting, change.settled, false)
      return
    case 'research':
      receiveRuns(change.changed, change.removed, false)
      return
    case 'notes':
      receiveNotes(change.changed, change.removed)
      return
    case 'evaluation':
      receiveEvaluation(change)
      return
    case 'tool_servers':
      receiveToolServers(change.servers)
      return
    case 'library':
      receiveLibrary(change.library)
      return
    case 'folders':
      receiveFolders(change.folders)
      return
    case 'doors':
      receiveDoorsChange()
      return
    case 'encryption':
      receiveEncryption(change.encryption)
      return
    case 'backups':
      receiveBackupChange(change.failed)
  }
}

function applySessions({ changed, removed }: Extract<Change, { type: 'sessions' }>): void {
  receiveSessions(changed, removed, false)
  forgetSessions(removed)
  leaveRemoved(removed)
}

function applyTurn({ turn, state }: Extract<Change, { type: 'turn' }>): void {
  receiveTurnState(turn, state)
  if (state === 'running') followIfOpen(turn.session_id, turn.turn_id)
}

function applySnapshot(change: Extract<Change, { type: 'snapshot' }>): void {
  receiveDocuments(change.documents, [], true)
  receiveSessions(change.sessions, [], true)
  receiveJobs(change.jobs, true)
  receiveMapping(change.unmapped ?? [], [], true)
  receiveSettings(change.settings)
  receiveModels(change.models ?? null)
  receiveGraph(change.graph ?? null)
  receiveToolServers(change.tool_servers ?? null)
  receiveFolders(change.folders ?? null)
  receiveLibrary(change.library ?? null)
  receiveRunning(change.running)
  letWordsStay(change.encrypted !== true)
  refreshNotes()
  refreshEvaluation()
  receiveRuns(change.research ?? [], [], true)
  refreshSessions(new Set(change.sessions.map(({ id }) => id)))
  for (const turn of change.running) followIfOpen(turn.session_id, turn.turn_id)
}

/** Another window asked something in a session that is open here too. */
function followIfOpen(sessionId: string, turnId: string): void {
  if (useChat.getState().sessions[sessionId]?.load === 'ready') void followForeign(sessionId, turnId)
}

/** A chat that another window deleted is no place to stay. */
function leaveRemoved(removed: readonly string[]): void {
  const { sessionId } = useRoute.getState()
  if (sessionId !== null && removed.includes(sessionId)) go({ sessionId: null }, { replace: true })
}
