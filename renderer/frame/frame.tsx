import { type ComponentType, type ReactNode, type RefObject, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Group, Panel, Separator } from 'react-resizable-panels'
import { ChatView } from '@renderer/features/chat/chat-view'
import { Welcome } from '@renderer/features/welcome/welcome'
import { useConnection } from '@renderer/state/connection'
import { leastWidth, mostSidebar } from '@renderer/state/window/fit-columns'
import { runAction } from '@renderer/state/window/shortcuts'
import { useRoute, type ViewName } from '@renderer/state/window/address'
import { useDocumentFocus } from '@renderer/state/window/shown-document'
import { classes } from '@renderer/ui/classes'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { fetchParts, lazyPart } from '@renderer/ui/feedback/lazy-part'
import { useLibrary } from '@renderer/state/library/library-store'
import { useSessions } from '@renderer/state/chat/sessions-store'
import { useSettings } from '@renderer/state/settings-store'
import { useUploads } from '@renderer/state/library/uploads'
import { ColumnBoundary } from './column-boundary'
import { ConnectionNote } from './layers/connection-note'
import styles from './frame.module.css'
import { SidePanel } from './side-panel'
import { Sidebar } from './sidebar'
import { useColumnKeys } from './behaviour/column-keys'
import { useColumnSizes } from './behaviour/use-column-sizes'
import { useFocusOnView, useLostFocus } from './behaviour/move-focus'
import { ViewHeader } from './view-header'

const GraphView = lazyPart(() => import('@renderer/features/graph/graph-view').then((file) => file.GraphView))
const LibraryView = lazyPart(() => import('@renderer/features/library/library-view').then((file) => file.LibraryView))
const SettingsView = lazyPart(() =>
  import('@renderer/features/settings/settings-view').then((file) => file.SettingsView),
)
const ResearchView = lazyPart(() =>
  import('@renderer/features/research/research-view').then((file) => file.ResearchView),
)
const EvaluationView = lazyPart(() =>
  import('@renderer/features/evaluation/evaluation-view').then((file) => file.EvaluationView),
)
const NotesView = lazyPart(() => import('@renderer/features/notes/notes-view').then((file) => file.NotesView))
const ModelsView = lazyPart(() => import('@renderer/features/models/models-view').then((file) => file.ModelsView))

/** The three columns, or the welcome screen of an empty store. */
export function Frame() {
  const { t } = useTranslation('app')
  const columns = useColumnSizes()
  const { sidebarShown, panelShown, over, sidebarOver, initial } = columns
  const firstRun = useFirstRun()
  useEffect(fetchParts, [])
  const { main, sidebarClose, panelClose } = useColumnFocus(sidebarShown, panelShown)
  if (firstRun) return <FirstRun />
  return (
    <>
      <SkipLink main={main} />
      <Group
        groupRef={columns.group}
        elementRef={columns.setFrame}
        className={styles.columns}
        resizeTargetMinimumSize={{ coarse: 20, fine: 8 }}
        onLayoutChanged={(_, { isUserInteraction }) => isUserInteraction && columns.keep()}
      >
        <Panel
          id="sidebar"
          panelRef={columns.sidebar}
          collapsible
          minSize={leastWidth.sidebar}
          maxSize={mostSidebar}
          defaultSize={initial.sidebar}
          groupResizeBehavior="preserve-pixel-size"
          className={styles.column}
        >
          {sidebarShown && (
            <ColumnBoundary place="sidebar">
              <Sidebar closeButton={sidebarClose} over={sidebarOver} />
            </ColumnBoundary>
          )}
        </Panel>
        {separator(sidebarShown && !sidebarOver, t('resizeSidebar'))}
        <Panel id="centre" minSize={columns.centreLeast} className={styles.column}>
          <main id="main" data-column ref={main} tabIndex={-1} className={styles.main}>
            <ViewHeader sidebarShown={sidebarShown} panelShown={panelShown} />
            <Centre />
          </main>
        </Panel>
        {separator(panelShown && !over, t('resizePanel'))}
        <Panel
          id="panel"
          panelRef={columns.panel}
          collapsible
          minSize={leastWidth.panel}
          maxSize="70%"
          defaultSize={initial.panel}
          groupResizeBehavior="preserve-pixel-size"
          className={styles.column}
        >
          {panelShown && <SidePanel closeButton={panelClose} over={over} />}
        </Panel>
      </Group>
    </>
  )
}

/** Where the focus goes when a view changes, a column opens or a document is closed. */
function useColumnFocus(sidebarShown: boolean, panelShown: boolean) {
  const main = useRef<HTMLElement>(null)
  const sidebarClose = useRef<HTMLButtonElement>(null)
  const panelClose = useRef<HTMLButtonElement>(null)
  const documentOpen = useRoute((route) => route.document !== null)
  useFocusOnView(main)
  useColumnKeys()
  // A button that opens a column goes away with its press, too.
  useLostFocus(!sidebarShown, () => sidebarClose.current?.focus())
  useLostFocus(!panelShown, () => panelClose.current?.focus())
  useLostFocus(documentOpen, () => {
    const { opener } = useDocumentFocus.getState()
    if (opener?.isConnected === true) opener.focus({ preventScroll: true })
    else if (!runAction('focus_composer')) main.current?.focus()
  })
  return { main, sidebarClose, panelClose }
}

function separator(isShown: boolean, label: string): ReactNode {
  return (
    <Separator
      className={classes(styles.separator, !isShown && styles.gone)}
      disabled={!isShown}
      disableDoubleClick
      aria-label={label}
    />
  )
}

/** For the keyboard: past the sidebar. */
function SkipLink({ main }: { readonly main: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('app')
  return (
    <button type="button" className={styles.skip} onClick={() => main.current?.focus()}>
      {t('skip')}
    </button>
  )
}

function FirstRun() {
  return (
    <main id="main" className={styles.whole}>
      <ColumnBoundary place="welcome">
        <Welcome />
      </ColumnBoundary>
      <div className={styles.corner}>
        <ConnectionNote />
      </div>
    </main>
  )
}

const views: Readonly<Record<ViewName, ComponentType>> = {
  chat: ChatView,
  library: LibraryView,
  research: ResearchView,
  notes: NotesView,
  graph: GraphView,
  evaluation: EvaluationView,
  models: ModelsView,
  settings: SettingsView,
}

function Centre() {
  const { t } = useTranslation('app')
  const view = useRoute((route) => route.view)
  const View = views[view]
  const sessionId = useRoute((route) => route.sessionId)
  const connecting = useConnection((state) => state.status === 'connecting')
  const waiting = <LateSkeleton lines={6} label={connecting ? t('connecting') : t('loading')} />
  if (connecting) return waiting
  return (
    <ColumnBoundary place={`${view} ${sessionId ?? ''}`}>
      <div className={styles.view}>
        <Suspense fallback={waiting}>
          <View />
        </Suspense>
      </div>
    </ColumnBoundary>
  )
}

/** Whether the store is empty, nobody has left the welcome screen yet, and nothing else was asked for. */
export function useFirstRun(): boolean {
  const noDocuments = useLibrary((state) => state.known && state.documents.size === 0)
  const noUploads = useUploads((state) => state.uploads.length === 0)
  const noSessions = useSessions((state) => state.known && state.headers.length === 0)
  const welcomed = useSettings((state) => !state.known || state.settings.welcomed)
  const newChat = useRoute((route) => route.view === 'chat' && route.sessionId === null)
  return noDocuments && noUploads && noSessions && !welcomed && newChat
}
