import { lookAt, unreadKind } from '@shared/folders/folder-look'
import { listText, numberText } from '@renderer/ui/text/figure-text'
import { notify } from '../../window/notices'

/** A file that was chosen or dropped by itself. */
interface NamedFile {
  readonly name: string
}

const longMs = 19_000

/**
 * Those of the files that can be read. The others are named in one notice, before anything is added; `add` is called for them where
 * somebody wants them all the same.
 */
export function readableOf<T extends NamedFile>(
  files: readonly T[],
  add: (others: readonly T[]) => void,
): readonly T[] {
  const others = files.filter(({ name }) => unreadKind(name) !== null)
  if (others.length === 0) return files
  const { unread } = lookAt([{ name: '', top: new Set(), files: others.map(({ name }) => name) }])
  notify({
    key: 'library:setAside.kinds',
    values: {
      count: others.length,
      number: numberText(others.length),
      kinds: listText(unread.map(({ extension }) => `.${extension}`)),
    },
    lifeMs: longMs,
    action: { key: 'library:setAside.add', run: () => add(others) },
  })
  return files.filter((file) => !others.includes(file))
}
