import { CairnError } from '@shared/errors'
import { sizeInWords } from '../../files/file-name'
import type { Members } from '../../members/members'
import type { UnreadMembers } from '../../members/unread-gaps'
import { brokenArchive } from '../docx/zip-entries'
import type { ParsedText } from '../parser'
import { StructureBuilder } from '../structure/structure-builder'

export interface Contents {
  readonly format: string
  /** The archive's own name. */
  readonly name: string
  readonly members: Members
  readonly unread: UnreadMembers
  /** How the first line calls the files: `files`, `messages`. */
  readonly what: string
  /** Where reading had to end before the archive's end. */
  readonly stop?: 'limit' | 'damage' | undefined
}

/** The text of an archive: a list of what it holds. Throws CairnError NO_TEXT, FILE_ENCRYPTED or FILE_CORRUPT where nothing could be read. */
export function listContents({ format, name, members, unread, what, stop }: Contents): ParsedText {
  const { taken } = members
  if (taken.length === 0) requireSomething(unread, stop)
  const builder = new StructureBuilder()
  builder.add('heading', name)
  builder.add('paragraph', taken.length === 0 ? `None of its ${what} was read.` : `Holds these ${what}:`)
  for (const { path, size } of taken) builder.add('list_item', `${path} (${sizeInWords(size)})`)
  builder.gaps.push(...unread.gaps({ isLeast: stop === 'limit' }))
  if (stop === 'damage') {
    builder.gaps.push({
      kind: 'truncated',
      detail: `The file is damaged or cut off: only the ${what} before that place were read.`,
    })
  }
  return builder.finish(format, name)
}

function requireSomething(unread: UnreadMembers, stop: Contents['stop']): void {
  if (unread.isAll('encrypted')) {
    throw new CairnError(
      'FILE_ENCRYPTED',
      'Everything in this archive is protected with a password.',
      'Unpack it with the password and add the files inside.',
    )
  }
  if (stop === 'damage' || unread.isAll('damaged')) throw brokenArchive()
  if (unread.met === 0) {
    throw new CairnError('NO_TEXT', 'The archive holds no files.', 'Check that the right file was added.')
  }
}
