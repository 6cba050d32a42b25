import { Tabs } from '@base-ui/react/tabs'
import { FileText, PanelRight } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ContextPanel } from '@renderer/features/context/context-panel'
import { EvidencePanel } from '@renderer/features/evidence/evidence-panel'
import { useShortcutKeys } from '@renderer/state/window/shortcuts'
import { useRoute } from '@renderer/state/window/address'
import { useColumns } from '@renderer/state/window/columns'
import { showTab, usePanelTab } from '@renderer/state/window/panel-tab'
import { closeDocument } from '@renderer/state/window/shown-document'
import { classes } from '@renderer/ui/classes'
import { EmptyState } from '@renderer/ui/feedback/empty-state'
import { IconButton } from '@renderer/ui/controls/button'
import { lazyPart } from '@renderer/ui/feedback/lazy-part'
import { LateSkeleton } from '@renderer/ui/feedback/waiting'
import { ColumnBoundary } from './column-boundary'
import styles from './frame.module.css'

const DocumentViewer = lazyPart(() =>
  import('@renderer/features/viewer/document-viewer').then((file) => file.DocumentViewer),
)

interface SidePanelProps {
  readonly closeButton: RefObject<HTMLButtonElement | null>
  /** It lies over the centre; Escape closes the document in it, and so does going with the keys to what it hides. */
  readonly over: boolean
}

/** The right column: the evidence of the selected turn, what went into its prompt, or the document on show. */
export function SidePanel({ closeButton, over }: SidePanelProps) {
  const aside = useRef<HTMLElement>(null)
  useEscape(over, aside)
  useFocusBelow(over, aside)
  const { t } = useTranslation('app')
  const chosen = usePanelTab((state) => state.tab)
  const inChat = useRoute((route) => route.view === 'chat')
  const documentId = useRoute((route) => route.document?.id ?? null)
  const keys = useShortcutKeys('toggle_evidence')
  // Evidence and context belong to a conversation.
  const tab = inChat ? chosen : 'document'
  const tabs = inChat ? (['evidence', 'context', 'document'] as const) : (['document'] as const)
  const choose = (next: unknown) => {
    if (next === 'evidence' || next === 'context' || next === 'document') showTab(next)
  }
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
          onClick={() => useColumns.setState({ panelOpen: false })}
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

/** Escape in the panel closes its document, unless something in there takes the key. */
function useEscape(isOn: boolean, element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isOn) return
    // On the document, behind React's handlers, which keep the key from here where they take it.
    const press = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && element.current?.contains(event.target) === true
      if (event.key !== 'Escape' || !isInside || event.defaultPrevented || event.isComposing) return
      event.preventDefault()
      closeDocument()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn, element])
}

/** What has the focus is never hidden: the document closes where all of it lies below the panel. */
function useFocusBelow(isOn: boolean, panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isOn) return
    const look = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || panel.current?.contains(target) === true) return
      // Behind the scrolling that comes with the focus.
      requestAnimationFrame(() => {
        const { left, right, top, bottom } = target.getBoundingClientRect()
        const over = [left + 1, (left + right) / 2, right - 1].map((x) =>
          document.elementFromPoint(x, (top + bottom) / 2),
        )
        if (over.every((part) => part !== null && panel.current?.contains(part) === true)) closeDocument()
      })
    }
    document.addEventListener('focusin', look)
    return () => document.removeEventListener('focusin', look)
  }, [isOn, panel])
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
