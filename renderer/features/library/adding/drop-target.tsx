import { FolderInput } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addDropped, addDroppedAsModels } from '@renderer/state/window/drops'
import { useLibraryFilter } from '@renderer/state/library/library-filter'
import { useRoute } from '@renderer/state/window/address'
import { collectionName } from '@renderer/ui/documents/file-name'
import { AddFiles } from './add-files'
import { FolderQuestionDialog } from './folder-question-dialog'
import { askForText, isField } from './use-adding'
import styles from './drop-target.module.css'

/** While a drag is over the window, `dragover` comes several times a second; without one it went elsewhere. */
const goneAfterMs = 600

/** Takes files and folders that are dropped anywhere on the window, and says so while they hover. */
export function DropTarget({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('library')
  const over = useFileDrop()
  const collection = useDropCollection()
  const asModel = useRoute((route) => route.view === 'models')
  return (
    <>
      {children}
      <AddFiles />
      <FolderQuestionDialog />
      {over && (
        <div className={styles.overlay} role="status">
          <div className={styles.card}>
            <FolderInput size={28} strokeWidth={1.5} aria-hidden />
            <p className={styles.title}>{asModel ? t('dropModel') : t('dropHere')}</p>
            {collection !== null && <p>{t('dropInto', { collection: collectionName(collection) })}</p>}
          </div>
        </div>
      )}
    </>
  )
}

/** The collection on show, where the library is. */
function useDropCollection(): string | null {
  const inLibrary = useRoute((route) => route.view === 'library')
  const collection = useLibraryFilter((state) => state.collection)
  return inLibrary ? collection : null
}

/** Files anywhere; text and links of other programs on the library, beside its fields. */
function isTaken({ types }: DataTransfer, target: EventTarget | null): boolean {
  if (types.includes('Files')) return true
  const isText = types.includes('text/plain') || types.includes('text/uri-list')
  return isText && useRoute.getState().view === 'library' && !isField(target)
}

function takeText(data: DataTransfer): void {
  const text = data.getData('text/plain') || data.getData('text/uri-list')
  if (text.trim() !== '') askForText(text)
}

function useFileDrop(): boolean {
  const [over, setOver] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let fromHere = false
    const leave = () => {
      clearTimeout(timer)
      setOver(false)
    }
    const hover = (event: DragEvent) => {
      if (fromHere || !event.dataTransfer || !isTaken(event.dataTransfer, event.target)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
      clearTimeout(timer)
      timer = setTimeout(leave, goneAfterMs)
    }
    const drop = (event: DragEvent) => {
      leave()
      if (fromHere || !event.dataTransfer || !isTaken(event.dataTransfer, event.target)) return
      // Without this the browser would show the file in place of Cairn.
      event.preventDefault()
      if (!event.dataTransfer.types.includes('Files')) {
        takeText(event.dataTransfer)
        return
      }
      const route = useRoute.getState()
      if (route.view === 'models') {
        void addDroppedAsModels(event.dataTransfer)
        return
      }
      const collection = route.view === 'library' ? useLibraryFilter.getState().collection : null
      void addDropped(event.dataTransfer, collection ?? undefined)
    }
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('dragstart', () => (fromHere = true), { signal })
    window.addEventListener('dragend', () => (fromHere = false), { signal })
    window.addEventListener('dragenter', hover, { signal })
    window.addEventListener('dragover', hover, { signal })
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && leave(), { signal })
    window.addEventListener('drop', drop, { signal })
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return over
}
