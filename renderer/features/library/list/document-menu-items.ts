import type { DocumentRecord } from '@shared/documents'
import { wantsPassword } from '@shared/errors'
import { sensitiveTagsIn, sensitivityOfTags } from '@shared/sensitivity/sensitive-documents'
import {
  Columns2,
  FileText,
  FolderInput,
  FolderOpen,
  KeyRound,
  Lock,
  LockOpen,
  MessageSquareText,
  RefreshCw,
  RotateCcw,
  SquareArrowOutUpRight,
  Tags,
  TextCursorInput,
  Trash2,
} from 'lucide-react'
import type { TFunction } from 'i18next'
import { retryDocuments, revealDocument, trashDocuments, updateDocuments } from '@renderer/state/library/library-store'
import { canOpenOutside, openOutside } from '@renderer/state/library/open-outside'
import { type HostQuestion, refreshPage } from '@renderer/state/library/adding/wanted-page'
import { openDocument } from '@renderer/state/window/shown-document'
import type { MenuItem } from '@renderer/ui/controls/menu'
import { askAbout } from '@renderer/state/library/scope'
import { canCompare, compareDocuments } from '@renderer/state/research/start-draft'
import { showAnswerTab } from '@renderer/state/window/panel-tab'
import { openDialog } from '../dialogs/library-dialog'

/** The actions for some documents, as menu items. `t` is that of the library's texts. */
export function documentMenuItems(
  documents: readonly DocumentRecord[],
  { t, native }: { readonly t: TFunction<'library'>; readonly native: boolean },
): MenuItem[] {
  const ids = documents.map(({ id }) => id)
  const [first] = documents
  if (!first) return []
  const readable = documents.filter(({ live }) => live !== null).map(({ id }) => id)
  const failed = documents.filter(({ status }) => status === 'failed').map(({ id }) => id)
  const single = documents.length === 1
  const items: (MenuItem | false)[] = [
    single && {
      id: 'open',
      text: t('act.open'),
      icon: FileText,
      keys: ['Enter'],
      disabled: readable.length === 0,
      run: () => openDocument({ id: first.id, range: null }),
    },
    ...askItems(documents.length, readable, t),
    single && titleItem(first, t),
    {
      id: 'move',
      text: t('act.move'),
      icon: FolderInput,
      apart: !single,
      run: () => openDialog({ kind: 'move', ids }),
    },
    { id: 'tags', text: t('act.tags'), icon: Tags, run: () => openDialog({ kind: 'tags', ids }) },
    confidentialItem(documents, t),
    ...(single && native ? fileItems(first, t) : []),
    single && wantsPassword(first.error) && passwordItem(first, t),
    single && first.from_web !== undefined && pageItem(first.id, first.from_web.address, t),
    failed.length > 0 && {
      id: 'retry',
      text: t('act.retry'),
      icon: RotateCcw,
      run: () => void retryDocuments(failed),
    },
    {
      id: 'delete',
      text: t('act.delete'),
      icon: Trash2,
      keys: ['Del'],
      danger: true,
      apart: true,
      run: () => void trashDocuments(ids),
    },
  ]
  return items.filter((item) => item !== false)
}

/** Asking about documents, and setting them side by side. `readable` are the ids of those that can be read. */
function askItems(count: number, readable: readonly string[], t: TFunction<'library'>): MenuItem[] {
  const ask: MenuItem = {
    id: 'ask',
    text: t('act.ask', { count }),
    icon: MessageSquareText,
    disabled: readable.length === 0,
    run: () => {
      askAbout({ documents: readable })
      // A document of before would stand in the place of the answer's evidence.
      showAnswerTab()
    },
  }
  if (!canCompare(readable.length)) return [ask]
  return [ask, { id: 'compare', text: t('act.compare'), icon: Columns2, run: () => compareDocuments(readable) }]
}

/** Marks documents by a tag; where all are marked, takes away every tag that marks them. */
function confidentialItem(documents: readonly DocumentRecord[], t: TFunction<'library'>): MenuItem {
  const ids = documents.map(({ id }) => id)
  const isMarked = documents.every(({ tags }) => sensitivityOfTags(tags) !== undefined)
  const remove_tags = [...new Set(documents.flatMap(({ tags }) => sensitiveTagsIn(tags)))]
  const change = isMarked ? { remove_tags } : { add_tags: [t('tags.confidential')] }
  return {
    id: 'confidential',
    text: t(isMarked ? 'act.notConfidential' : 'act.confidential'),
    icon: isMarked ? LockOpen : Lock,
    run: () => void updateDocuments(ids, change),
  }
}

function passwordItem({ id, name }: DocumentRecord, t: TFunction<'library'>): MenuItem {
  const run = () => openDialog({ kind: 'password', id, name })
  return { id: 'password', text: t('act.password'), icon: KeyRound, run }
}

function titleItem({ id, title }: DocumentRecord, t: TFunction<'library'>): MenuItem {
  const run = () => openDialog({ kind: 'title', id, title })
  return { id: 'title', text: t('act.title'), icon: TextCursorInput, apart: true, run }
}

function pageItem(id: string, address: string, t: TFunction<'library'>): MenuItem {
  const ask = (question: HostQuestion) => openDialog({ kind: 'page', address, id, question })
  return { id: 'refresh', text: t('act.refresh'), icon: RefreshCw, run: () => void refreshPage(id, address, ask) }
}

/** What the system can do with the file of a document. */
function fileItems({ id, format }: DocumentRecord, t: TFunction<'library'>): MenuItem[] {
  const reveal = { id: 'reveal', text: t('act.reveal'), icon: FolderOpen, run: () => void revealDocument(id) }
  const open = {
    id: 'outside',
    text: t('act.openOutside'),
    icon: SquareArrowOutUpRight,
    run: () => void openOutside(id),
  }
  return canOpenOutside(format) ? [reveal, open] : [reveal]
}
