import { Tabs } from '@base-ui/react/tabs'
import { FileText, PanelRight } from 'lucide-react'
import { type RefObject, Suspense, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ContextPanel } from '@renderer/features/context/context-panel'
import { EvidencePanel } from '@renderer/features/evidence/evidence-panel'
import { useShortcutKeys } from '@renderer/state/window/shortcuts'
import { useRoute } from '@renderer/state/window/address'
import { closePanel, shownColumns } from '@renderer/state/window/columns'
import { showTab, usePanelTab } from '@renderer/state/window/panel-tab'
import { closeDocument } from '@renderer/state/window/shown-document'
import { classes } from '@renderer/ui/classes'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { IconButton } from '@renderer/ui/controls/button'
import { lazyPart } from '@renderer/ui/feedback/lazy-part'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { useEscape, useFocusBelow } from './behaviour/lying-over'
import { ColumnBoundary } from './column-boundary'
import styles from './frame.module.css'

const DocumentViewer = lazyPart(() =>
  import('@renderer/features/viewer/document-viewer').then((file) => file.DocumentViewer),
)

interface SidePanelProps {
  readonly closeButton: RefObject<HTMLButtonElement | null>
  /** It lies over the centre; Escape closes it or its document, and so does going with the keys to what it hides. */
  readonly over: boolean
}

/** The right column: the evidence of the selected turn, what went into its prompt, or the document on show. */
export function SidePanel({ closeButton, over }: SidePanelProps) {
  const aside = useRef<HTMLElement>(null)
  useEscape(over, aside, closeWhatLiesOver)
  useFocusBelow(over, aside, closeWhatLiesOver)
  const { t } = useTranslation('app')
  const chosen = usePanelTab((state) => state.tab)
  const inChat = useRoute((route) => route.view === 'chat')
  const documentId = useRoute((route) => route.document?.id ?? null)
  const keys = useShortcutKeys('toggle_evidence')
  // Evidence and context belong to a conversation.
  const tab = inChat ? chosen : 'document'
  const tabs = inChat ? (['evidence', 'context', 'document'] as const) : (['document'] as const)
  return (
    <Tabs.Root
      value={tab}
      onValueChange={choose}
      render={
        <aside ref={aside} data-column aria-label={t('panel')} className={classes(styles.aside, over && styles.over)} />
      }
    >
      <div className={styles.head}>
        <Tabs.List className={styles.tabs} aria-label={t('panel')}>
          {tabs.map((name) => (
            <Tabs.Tab key={name} value={name} className={styles.tab}>
              {t(name)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <IconButton
          size="medium"
          ref={closeButton}
          icon={PanelRight}
          label={t('closePanel')}
          keys={keys}
          onClick={closePanel}
        />
      </div>
      {inChat && (
        <>
          <Tabs.Panel value="evidence" className={styles.view}>
            <ColumnBoundary place="evidence">
              <EvidencePanel />
            </ColumnBoundary>
          </Tabs.Panel>
          <Tabs.Panel value="context" className={styles.view}>
            <ColumnBoundary place="context">
              <ContextPanel />
            </ColumnBoundary>
          </Tabs.Panel>
        </>
      )}
      <Tabs.Panel value="document" className={styles.view}>
        <ColumnBoundary place={`document ${documentId ?? ''}`}>
          <DocumentTab documentId={documentId} />
        </ColumnBoundary>
      </Tabs.Panel>
    </Tabs.Root>
  )
}

function choose(next: unknown): void {
  if (next === 'evidence' || next === 'context' || next === 'document') showTab(next)
}

function closeWhatLiesOver(): void {
  if (shownColumns().document) closeDocument()
  else closePanel()
}

function DocumentTab({ documentId }: { readonly documentId: string | null }) {
  const { t } = useTranslation('app')
  if (documentId === null) {
    return <EmptyState icon={FileText} title={t('noDocument')} text={t('noDocumentText')} />
  }
  return (
    <Suspense fallback={<LateSkeleton lines={8} label={t('loading')} />}>
      <DocumentViewer />
    </Suspense>
  )
}
