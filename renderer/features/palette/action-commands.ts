import type { ShortcutAction } from '@shared/settings'
import {
  AppWindow,
  BookOpen,
  Boxes,
  CircleHelp,
  CircleStop,
  FileInput,
  FileOutput,
  FilePlus2,
  FolderPlus,
  Library,
  ListChecks,
  type LucideIcon,
  MessageSquarePlus,
  MessageSquareText,
  NotebookPen,
  Mountain,
  PanelLeft,
  PanelRight,
  Pencil,
  Pin,
  PinOff,
  RotateCcw,
  Search,
  Settings,
  Telescope,
  TextCursorInput,
  TextSearch,
  Trash2,
  Undo2,
  Waypoints,
  X,
} from 'lucide-react'
import type { TextKeyBelow } from '@renderer/locales/text-key'
import { runningTurn } from '@renderer/state/chat/chat-store'
import { isUntaken } from '@renderer/state/chat/chat-session'
import { selectedTurn } from '@renderer/state/chat/evidence-selection'
import { askWhyNot } from '@renderer/state/chat/turns/answer-checks'
import { stopTurn } from '@renderer/state/chat/turns/stop-turn'
import { useConnection } from '@renderer/state/connection'
import { openExport } from '@renderer/state/library/exchange'
import { openImport } from '@renderer/state/library/imports'
import { addSample, pickAndAdd, retryDocuments, useLibrary } from '@renderer/state/library/library-store'
import { dismiss, useNotices } from '@renderer/state/window/notices'
import { pinSession, startRenaming, trashSession, useSessions } from '@renderer/state/chat/sessions-store'
import { runAction } from '@renderer/state/window/shortcuts'
import { go, useRoute } from '@renderer/state/window/address'
import { showPanel } from '@renderer/state/window/columns'
import { closeDocument } from '@renderer/state/window/shown-document'

/** A text of the locale file under `commands`. */
export type CommandText = TextKeyBelow<'palette', 'commands'>

/** A command that is named by a locale file. */
export interface ActionCommand {
  readonly id: string
  readonly group: 'actions' | 'settings'
  readonly text: CommandText
  readonly values?: Readonly<Record<string, string | number>>
  readonly icon: LucideIcon
  readonly shortcut?: ShortcutAction
  readonly run: () => void
}

function act(text: CommandText, icon: LucideIcon, run: () => void, shortcut?: ShortcutAction): ActionCommand {
  return { id: text, group: 'actions', text, icon, run, ...(shortcut ? { shortcut } : {}) }
}

/** A command that changes a setting. */
export function setting(text: CommandText, icon: LucideIcon, run: () => void): ActionCommand {
  return { id: text, group: 'settings', text, icon, run }
}

/** The commands that apply to the view on show. */
export function actionCommands(): ActionCommand[] {
  const turn = runningTurn(useRoute.getState().sessionId)
  const hasChats = useSessions.getState().headers.length > 0
  return [
    ...undoCommands(),
    ...(turn ? [act('stop', CircleStop, () => void stopTurn(turn.turn_id), 'stop')] : []),
    ...placeCommands(),
    ...sessionCommands(),
    ...(hasChats ? [act('exportSessions', FileOutput, () => openExport())] : []),
    act('importSessions', FileInput, openImport),
    ...libraryCommands(),
  ]
}

function undoCommands(): ActionCommand[] {
  const notice = useNotices.getState().notices.findLast(({ action }) => action?.key === 'app:undo')
  const run = notice?.action?.run
  if (!notice || !run) return []
  return [
    act('undo', Undo2, () => {
      dismiss(notice.id)
      run()
    }),
  ]
}

function placeCommands(): ActionCommand[] {
  const { view, document } = useRoute.getState()
  return [
    act('newChat', MessageSquarePlus, () => runAction('new_chat'), 'new_chat'),
    act('newWindow', AppWindow, () => runAction('new_window'), 'new_window'),
    ...(view === 'chat'
      ? [act('focusComposer', TextCursorInput, () => runAction('focus_composer'), 'focus_composer')]
      : [act('goChat', MessageSquareText, () => runAction('go_chat'), 'go_chat')]),
    ...(view === 'library' ? [] : [act('goLibrary', Library, () => runAction('go_library'), 'go_library')]),
    ...(view === 'research' ? [] : [act('goResearch', Telescope, () => go({ view: 'research' }))]),
    ...(view === 'notes' ? [] : [act('goNotes', NotebookPen, () => go({ view: 'notes' }))]),
    ...(view === 'graph' ? [] : [act('goGraph', Waypoints, () => runAction('go_graph'), 'go_graph')]),
    ...(view === 'evaluation' ? [] : [act('goEvaluation', ListChecks, () => go({ view: 'evaluation' }))]),
    ...(view === 'models' ? [] : [act('goModels', Boxes, () => runAction('go_models'), 'go_models')]),
    ...(view === 'settings' ? [] : [act('goSettings', Settings, () => runAction('settings'), 'settings')]),
    act('searchSessions', Search, () => runAction('search_sessions'), 'search_sessions'),
    act('toggleSidebar', PanelLeft, () => runAction('toggle_sidebar'), 'toggle_sidebar'),
    ...(view === 'chat' ? [act('togglePanel', PanelRight, () => runAction('toggle_evidence'), 'toggle_evidence')] : []),
    ...(view === 'chat' ? [act('showEvidence', BookOpen, () => showPanel('evidence'))] : []),
    ...whyNotCommand(),
    ...(document && view !== 'settings'
      ? [
          act('findInDocument', TextSearch, () => runAction('find_in_document'), 'find_in_document'),
          act('closeDocument', X, closeDocument),
        ]
      : []),
  ]
}

function whyNotCommand(): ActionCommand[] {
  const turn = selectedTurn()
  if (!turn || turn.status === 'running' || isUntaken(turn)) return []
  return [act('whyNot', CircleHelp, () => askWhyNot(turn))]
}

function sessionCommands(): ActionCommand[] {
  const { view, sessionId } = useRoute.getState()
  const header = useSessions.getState().headers.find(({ id }) => id === sessionId)
  if (view !== 'chat' || !header) return []
  return [
    act('renameSession', Pencil, () => startRenaming(header.id)),
    header.pinned
      ? act('unpinSession', PinOff, () => void pinSession(header.id, false))
      : act('pinSession', Pin, () => void pinSession(header.id, true)),
    act('exportSession', FileOutput, () => openExport(header.id)),
    act('deleteSession', Trash2, () => void trashSession(header)),
  ]
}

function libraryCommands(): ActionCommand[] {
  const { documents } = useLibrary.getState()
  const all = [...documents.values()]
  const failed = all.filter(({ status }) => status === 'failed').length
  const native = useConnection.getState().shell?.native_files ?? false
  const retry: ActionCommand = {
    ...act('retryFailed', RotateCcw, () => void retryDocuments()),
    values: { count: failed },
  }
  return [
    act('addFiles', FilePlus2, () => runAction('add_files'), 'add_files'),
    ...(native ? [act('addFolder', FolderPlus, () => void pickAndAdd('folder'))] : []),
    ...(all.some(({ collection }) => collection === 'sample')
      ? []
      : [
          act('addSample', Mountain, () => {
            void addSample()
            go({ view: 'library' })
          }),
        ]),
    ...(failed > 0 ? [retry] : []),
  ]
}
