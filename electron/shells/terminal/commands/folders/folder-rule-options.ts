import { FolderRules } from '@shared/folders/folder-shapes'
import { type Arguments, UsageError } from '../../args'

/** The rules that options ask for; what they leave unsaid stays as it was. Throws UsageError for what makes no rule. */
export function rulesFrom(args: Arguments, before: FolderRules = FolderRules.parse({})): FolderRules {
  const ignore = args.text('ignore')?.replaceAll(',', '\n')
  const kinds = args
    .text('kinds')
    ?.split(',')
    .map((kind) => kind.trim().toLowerCase().replace(/^\./u, ''))
    .filter((kind) => kind !== '' && kind !== 'all')
  const rules = FolderRules.safeParse({
    ignore: ignore ?? before.ignore,
    kinds: kinds ?? before.kinds,
    max_mb: numberFrom(args.text('max-mb')) ?? before.max_mb,
    depth: numberFrom(args.text('depth')) ?? before.depth,
  })
  if (rules.success) return rules.data
  throw new UsageError('noSuchRule', { rule: String(rules.error.issues[0]?.path[0] ?? '') }, 'folders')
}

function numberFrom(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}
