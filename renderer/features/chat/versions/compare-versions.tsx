import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerRef, EvidenceItem } from '@shared/events'
import { placeToSay } from '@shared/session/page-unit'
import type { Turn } from '@renderer/state/chat/turns/turn-reducer'
import { settledVersions, type TurnPlace } from '@renderer/state/chat/turns/turn-versions'
import { Dialog } from '@renderer/ui/controls/dialog'
import { Select } from '@renderer/ui/controls/select'
import { FileName } from '@renderer/ui/documents/file-name'
import { ChangedWords } from '@renderer/ui/text/changed-words'
import { durationText } from '@renderer/ui/text/figure-text'
import { RelativeTime } from '@renderer/ui/text/relative-time'
import { safeName, withoutOverrides } from '@renderer/ui/text/safe-name'
import { textLanguage } from '@renderer/ui/text/text-language'
import { citedWords } from '../turn/copy-text'
import styles from './compare-versions.module.css'
import { VersionConditions } from './version-conditions'
import { differenceOf, firstPair, type VersionDifference, type VersionPair, wordsOfVersion } from './version-pair'

interface CompareVersionsProps {
  readonly place: TurnPlace
  /** Id of the version on show. */
  readonly shown: string
  readonly onClose: () => void
}

const sides = ['before', 'after'] as const

/** Two versions of an answer beside each other, or below one another where there is no room: what differs is marked. */
export function CompareVersions({ place, shown, onClose }: CompareVersionsProps) {
  const { t } = useTranslation('chat')
  const [pair, setPair] = useState(() => firstPair(place.versions, shown))
  const texts = useRef<HTMLDivElement>(null)
  if (pair === null) return null
  return (
    <Dialog title={t('compare.title')} onClose={onClose} className={styles.dialog} initialFocus={texts}>
      <Comparison pair={pair} versions={place.versions} onChoose={setPair} texts={texts} />
    </Dialog>
  )
}

interface ComparisonProps {
  readonly pair: VersionPair
  readonly versions: readonly Turn[]
  readonly onChoose: (pair: VersionPair) => void
}

function Comparison({ pair, versions, onChoose, texts }: ComparisonProps & TextsProps) {
  const { t } = useTranslation('chat')
  const difference = useMemo(() => differenceOf(pair), [pair])
  const number = (turn: Turn) => versions.findIndex(({ turn_id }) => turn_id === turn.turn_id) + 1
  const names = { before: nameOf(number(pair.before)), after: nameOf(number(pair.after)) }
  function nameOf(at: number) {
    return t('compare.version', { number: at })
  }
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div ref={texts} className={styles.comparison} role="region" aria-label={t('compare.title')} tabIndex={0}>
      <div className={styles.pair}>
        {sides.map((side) => (
          <VersionHead key={side} {...{ side, pair, versions, onChoose }} name={names[side]} nameOf={nameOf} />
        ))}
      </div>
      <TextSection title={t('compare.question')} of="question" {...{ pair, names, difference }} />
      <TextSection title={t('compare.answer')} of="answer" {...{ pair, names, difference }} />
      <Section title={t('compare.sources')}>
        <p className={styles.note}>{sourcesNote(difference, t)}</p>
        <div className={styles.pair}>
          {sides.map((side) => (
            <SourceList
              key={side}
              title={t('compare.onlyIn', { name: names[side] })}
              sources={difference.sources[side]}
              refs={pair[side].refs}
            />
          ))}
        </div>
      </Section>
      <Section title={t('compare.conditions')}>
        <VersionConditions pair={pair} names={names} />
      </Section>
    </div>
  )
}

function sourcesNote(
  { sources: { before, after, both } }: VersionDifference,
  t: ReturnType<typeof useChatText>,
): string {
  if (before.length + after.length > 0) return t('compare.sourcesBoth', { count: both })
  return both === 0 ? t('compare.noSources') : t('compare.sourcesSame', { count: both })
}

function useChatText() {
  return useTranslation('chat').t
}

interface TextsProps {
  /** What scrolls, so that the arrow keys do that at once. */
  readonly texts: RefObject<HTMLDivElement | null>
}

interface VersionHeadProps extends ComparisonProps {
  readonly side: 'before' | 'after'
  readonly name: string
  readonly nameOf: (at: number) => string
}

/** Which version a side shows, to be chosen where there are more than two, and when and how it came about. */
function VersionHead({ side, pair, versions, onChoose, name, nameOf }: VersionHeadProps) {
  const { t } = useTranslation('chat')
  const settled = settledVersions(versions)
  const turn = pair[side]
  const other = pair[side === 'before' ? 'after' : 'before']
  const options = settled
    .filter((one) => one !== other)
    .map((one) => ({ value: one.turn_id, text: nameOf(versions.indexOf(one) + 1) }))
  const choose = (id: string | null) => {
    const chosen = settled.find(({ turn_id }) => turn_id === id)
    if (chosen) onChoose({ ...pair, [side]: chosen })
  }
  return (
    <div className={styles.head}>
      <span id={`compared-${side}`} className={settled.length > 2 ? 'unseen' : styles.name}>
        {settled.length > 2 ? t(`compare.${side}`) : name}
      </span>
      {settled.length > 2 && (
        <Select value={turn.turn_id} options={options} onChange={choose} labelledBy={`compared-${side}`} />
      )}
      <span className={styles.note}>
        <RelativeTime time={turn.asked_at} /> · <span className="numeric">{durationText(turn.total_ms)}</span>
      </span>
    </div>
  )
}

interface TextSectionProps {
  readonly title: string
  readonly of: 'question' | 'answer'
  readonly pair: VersionPair
  readonly names: Readonly<Record<'before' | 'after', string>>
  readonly difference: VersionDifference
}

function TextSection({ title, of, pair, names, difference }: TextSectionProps) {
  const { t } = useTranslation('chat')
  const found = difference[of]
  const words = { before: wordsOfVersion(pair.before)[of], after: wordsOfVersion(pair.after)[of] }
  const none = <span className={styles.note}>{t('compare.noAnswer')}</span>
  if (found.kind === 'same') {
    return (
      <Section title={title}>
        <p className={styles.note}>{t(of === 'question' ? 'compare.sameQuestion' : 'compare.sameAnswer')}</p>
        <p className={styles.words} dir="auto" lang={textLanguage(words.after)}>
          {words.after === '' ? none : words.after}
        </p>
      </Section>
    )
  }
  return (
    <Section title={title}>
      {found.kind === 'other' && <p className={styles.note}>{t('compare.otherWords')}</p>}
      <div className={styles.pair}>
        {sides.map((side) => (
          <div key={side} className={styles.side} role="group" aria-label={names[side]}>
            <p className={styles.which} aria-hidden>
              {names[side]}
            </p>
            <p className={styles.words} dir="auto" lang={textLanguage(words[side])}>
              {found.kind === 'words' ? <ChangedWords pieces={found.pieces} side={side} /> : words[side] || none}
            </p>
          </div>
        ))}
      </div>
    </Section>
  )
}

interface SourceListProps {
  readonly title: string
  readonly sources: readonly EvidenceItem[]
  /** Of the version that has them: what it cites of each is shown. */
  readonly refs: readonly AnswerRef[]
}

function SourceList({ title, sources, refs }: SourceListProps) {
  if (sources.length === 0) return <div className={styles.empty} />
  return (
    <section className={styles.side} aria-label={title}>
      <h4 className={styles.small}>{title}</h4>
      <ul className={styles.sources}>
        {sources.map((item) => (
          <li key={item.evidence_id}>
            <SourcePlace item={item} />
            <p className={styles.quote} dir="auto" lang={textLanguage(item.text)}>
              {withoutOverrides(citedWords(item, refs))}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SourcePlace({ item }: { readonly item: EvidenceItem }) {
  const { t } = useTranslation('app')
  const { heading_path: path, page, unit } = placeToSay(item, item.format)
  const place = [safeName(path.join(' › ')), page === null ? '' : t(unit, { page })].filter(Boolean).join(', ')
  return (
    <p className={styles.source}>
      <span className="numeric">[{item.number}]</span> <FileName name={item.document_name} />
      {place !== '' && <span className={styles.note}>{place}</span>}
    </p>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      {children}
    </section>
  )
}
