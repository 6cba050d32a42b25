import {
  Boxes,
  Library,
  ListChecks,
  type LucideIcon,
  MessageSquareText,
  NotebookPen,
  PanelLeft,
  Plus,
  Search,
  Settings,
  Telescope,
  Waypoints,
} from 'lucide-react'
import { type RefObject, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { CollectionList } from '@renderer/features/sessions/collection-list'
import { SessionList } from '@renderer/features/sessions/session-list'
import { runAction, useShortcutKeys } from '@renderer/state/window/shortcuts'
import { go, useRoute, type ViewName } from '@renderer/state/window/address'
import { closeSidebar } from '@renderer/state/window/columns'
import { openPalette } from '@renderer/state/window/palette-state'
import { Button, IconButton } from '@renderer/ui/controls/button'
import { CairnMark } from '@renderer/ui/controls/labels'
import { classes } from '@renderer/ui/classes'
import { latestBatch, progressOf, sendingOf } from '@renderer/state/library/activity'
import { useLibrary } from '@renderer/state/library/library-store'
import { useUploads } from '@renderer/state/library/uploads'
import { ProgressBar } from '@renderer/ui/feedback/progress-bar'
import { useEscape, useLeaving } from './behaviour/lying-over'
import styles from './sidebar.module.css'

interface SidebarProps {
  readonly closeButton: RefObject<HTMLButtonElement | null>
  /** It lies over the centre; Escape closes it, and so does a press beside it. */
  readonly over: boolean
}

/** The left column: where one can go. */
export function Sidebar({ closeButton, over }: SidebarProps) {
  const aside = useRef<HTMLElement>(null)
  useEscape(over, aside, closeSidebar)
  useLeaving(over, aside, closeSidebar)
  const { t } = useTranslation('app')
  const newChatKeys = useShortcutKeys('new_chat')
  const paletteKeys = useShortcutKeys('palette')
  const sidebarKeys = useShortcutKeys('toggle_sidebar')
  return (
    <aside ref={aside} data-column className={classes(styles.sidebar, over && styles.over)} aria-label={t('sidebar')}>
      <div className={styles.brand}>
        <span className={styles.mark}>
          <CairnMark size={18} />
        </span>
        <span className={styles.name}>{t('appName')}</span>
        <IconButton size="medium" icon={Search} label={t('palette')} keys={paletteKeys} onClick={openPalette} />
        <IconButton
          size="medium"
          ref={closeButton}
          icon={PanelLeft}
          label={t('closeSidebar')}
          keys={sidebarKeys}
          onClick={closeSidebar}
        />
      </div>
      <div className={styles.start}>
        <Button
          icon={Plus}
          className={styles.newChat}
          onClick={() => runAction('new_chat')}
          title={newChatKeys.join('+')}
        >
          {t('newChat')}
        </Button>
      </div>
      <nav className={styles.views} aria-label={t('views')}>
        <ViewLink view="chat" icon={MessageSquareText} />
        <ViewLink view="library" icon={Library} />
        <ViewLink view="research" icon={Telescope} />
        <ViewLink view="notes" icon={NotebookPen} />
        <ViewLink view="graph" icon={Waypoints} />
        <ViewLink view="evaluation" icon={ListChecks} />
        <ViewLink view="models" icon={Boxes} />
        <ViewLink view="settings" icon={Settings} />
      </nav>
      <SessionList />
      <CollectionList />
      <JobProgress />
    </aside>
  )
}

function ViewLink({ view, icon: Icon }: { readonly view: ViewName; readonly icon: LucideIcon }) {
  const { t } = useTranslation('app')
  const current = useRoute((route) => route.view === view)
  return (
    <button
      type="button"
      className={classes(styles.link, current && styles.current)}
      aria-current={current ? 'page' : undefined}
      onClick={() => go({ view })}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {t(view)}
    </button>
  )
}

/** How far documents that are being added have come; wherever the reader is, a press leads to them. */
function JobProgress() {
  const { t } = useTranslation('app')
  const uploads = useUploads((state) => state.uploads)
  const span = useUploads((state) => state.span)
  const jobs = useLibrary((state) => state.jobs)
  const batch = useMemo(() => latestBatch(jobs.values(), span), [jobs, span])
  const { done, total } = progressOf(batch, sendingOf(uploads))
  if (total === 0) return null
  return (
    <button type="button" className={styles.job} onClick={() => go({ view: 'library' })}>
      <span className="numeric">{t('adding', { done, total })}</span>
      <ProgressBar done={done} total={total} label={t('addingLabel')} />
    </button>
  )
}
