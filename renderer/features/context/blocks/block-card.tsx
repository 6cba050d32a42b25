import type { ContextChoices } from '@shared/session/turn-trace'
import {
  Check,
  ChevronRight,
  CircleSlash,
  History,
  ListOrdered,
  type LucideIcon,
  MessagesSquare,
  Quote,
  Scissors,
  ScrollText,
  SlidersHorizontal,
} from 'lucide-react'
import { memo, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { Badge, type Meaning } from '@renderer/ui/controls/labels'
import { classes } from '@renderer/ui/classes'
import { FileName } from '@renderer/ui/documents/file-name'
import { safeName } from '@renderer/ui/text/safe-name'
import styles from './block-card.module.css'
import { BlockText } from './block-text'
import { decisionWording } from './decision-text'
import { EvidenceSource } from '../evidence-source'
import { type BlockType, useFigure } from './prompt-figures'
import type { ShownBlock } from './shown-blocks'

const typeIcons: Record<BlockType, LucideIcon> = {
  instruction: ScrollText,
  conversation: MessagesSquare,
  state: SlidersHorizontal,
  plan: ListOrdered,
  evidence: Quote,
  memory: History,
}
const actionIcons: Record<ShownBlock['action'], LucideIcon> = { kept: Check, shortened: Scissors, cut: CircleSlash }

interface BlockCardProps {
  readonly shown: ShownBlock
  readonly turn: Turn
  readonly asked: ContextChoices
  readonly nameOf: (blockId: string) => string | null
  readonly onMark: (place: Element, evidenceId: string) => void
}

/** A block of the prompt: its type, why it is in the prompt or not, and the beginning of its text; opened, all of its text. */
export const BlockCard = memo(function BlockCard({ shown, turn, asked, nameOf, onMark }: BlockCardProps) {
  const { t } = useTranslation('context')
  const [open, setOpen] = useState(false)
  const content = useId()
  const { block, action, text, sources } = shown
  const TypeIcon = typeIcons[block.block_type]
  const name = sources[0]?.used?.evidence.source.name
  const ownText = sources.every((source) => source.text === null) ? text : null
  return (
    <li className={styles.item} data-passage={block.block_type === 'evidence' || undefined}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={open}
        aria-controls={content}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={14} strokeWidth={2} className={classes(styles.arrow, open && styles.down)} aria-hidden />
        <Badge meaning={meaningOf(shown)}>
          <TypeIcon size={12} strokeWidth={2} aria-hidden />
          {t(`types.${block.block_type}`)}
        </Badge>
        {name !== undefined && <FileName name={name} className={styles.name} />}
      </button>
      <BlockDecision shown={shown} nameOf={nameOf} />
      <div id={content} className={styles.content}>
        {ownText !== null && <BlockText text={ownText} format={sources[0]?.place?.format} selected={[]} open={open} />}
        {sources.length === 0 && ownText === null && <p className={styles.missing}>{t('noText')}</p>}
        {sources.map((source, at) => (
          <EvidenceSource
            key={at}
            source={source}
            turn={turn}
            asked={asked}
            named={sources.length > 1}
            textShown={ownText === null}
            inPrompt={action !== 'cut'}
            open={open}
            onMark={onMark}
          />
        ))}
      </div>
    </li>
  )
})

/** How much a block matters, how long it is, and why it is in the prompt or not. */
function BlockDecision({ shown, nameOf }: Pick<BlockCardProps, 'shown' | 'nameOf'>) {
  const { t } = useTranslation('context')
  const figure = useFigure()
  const { block, action } = shown
  // What was excluded was never counted.
  const { token_estimate: tokens = 0 } = block
  const ActionIcon = actionIcons[action]
  // Under `replace`, so that no value is taken for an option.
  const { key, values } = decisionWording(shown, nameOf)
  const written = Object.entries(values).map(([of, value]) => {
    return [of, typeof value === 'number' ? figure(value) : of === 'recorded' ? safeName(value) : value] as const
  })
  return (
    <>
      <p className={classes(styles.facts, 'numeric')}>
        <span>{t(`priority.${block.priority}`)}</span>
        {tokens > 0 && <span className={styles.tokens}>{t('blockTokens', { tokens: figure(tokens) })}</span>}
      </p>
      <p className={classes(styles.decision, styles[action], 'numeric')}>
        <ActionIcon size={13} strokeWidth={2.25} className={styles.sign} aria-hidden />
        <span>{t(`decision.${key}`, { replace: Object.fromEntries(written) })}</span>
      </p>
    </>
  )
}

function meaningOf({ block, sources }: ShownBlock): Meaning {
  if (block.block_type !== 'evidence') return 'plain'
  return sources.some(({ used }) => used?.evidence.type === 'tool_result') ? 'tool' : 'kb'
}
