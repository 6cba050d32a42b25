import { useRef } from 'react'
import { useConnection } from '@renderer/state/connection'
import { pickAndAdd } from '@renderer/state/library/library-store'
import { addChosen } from '@renderer/state/library/uploads'
import { go } from '@renderer/state/window/address'
import { useShortcut } from '@renderer/state/window/shortcuts'
import { FileInput } from '@renderer/ui/documents/file-input'
import { targetCollection } from './use-adding'

/** Asks for files by key, palette or menu from every view, and then shows the library, where one sees them come in. */
export function AddFiles() {
  const input = useRef<HTMLInputElement>(null)
  const native = useConnection((state) => state.shell?.native_files ?? false)
  const show = async (adding: Promise<boolean>) => {
    if (await adding) go({ view: 'library' })
  }
  useShortcut('add_files', () => {
    if (native) void show(pickAndAdd('files', targetCollection()))
    else input.current?.click()
  })
  const add = (list: FileList) => void show(addChosen(list, targetCollection()))
  return <FileInput ref={input} onChosen={add} data-testid="choose-files" />
}
