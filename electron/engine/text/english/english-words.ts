import { stemmer } from 'stemmer'

/** Forms that no rule of spelling leads back to their word. Those that are words of their own (left, found) stay out. */
const irregular = new Map(
  (
    'man:men woman:women child:children foot:feet tooth:teeth goose:geese mouse:mice ox:oxen person:people ' +
    'wolf:wolves knife:knives wife:wives half:halves shelf:shelves thief:thieves loaf:loaves calf:calves ' +
    'criterion:criteria phenomenon:phenomena analysis:analyses hypothesis:hypotheses thesis:theses crisis:crises ' +
    'synthesis:syntheses diagnosis:diagnoses oasis:oases parenthesis:parentheses index:indices matrix:matrices ' +
    'vertex:vertices appendix:appendices bacterium:bacteria larva:larvae fungus:fungi nucleus:nuclei ' +
    'stimulus:stimuli cactus:cacti radius:radii formula:formulae antenna:antennae vertebra:vertebrae ' +
    'curriculum:curricula spectrum:spectra stratum:strata alumnus:alumni ' +
    'begin:began,begun break:broke,broken bring:brought build:built buy:bought catch:caught choose:chose,chosen ' +
    'come:came deal:dealt dig:dug draw:drew,drawn drink:drank,drunk drive:drove,driven eat:ate,eaten ' +
    'fall:fell,fallen feed:fed fight:fought fly:flew,flown forbid:forbade,forbidden forget:forgot,forgotten ' +
    'forgive:forgave,forgiven freeze:froze,frozen get:got,gotten give:gave,given go:went,gone grow:grew,grown ' +
    'hear:heard hide:hid,hidden hold:held keep:kept know:knew,known lead:led lend:lent lose:lost make:made mean:meant ' +
    'meet:met pay:paid ride:ridden ring:rang,rung rise:risen run:ran say:said see:seen seek:sought sell:sold ' +
    'send:sent shake:shook,shaken shoot:shot shrink:shrank,shrunk sing:sang,sung sink:sank,sunk sit:sat sleep:slept ' +
    'speak:spoken spend:spent spin:spun stand:stood steal:stole,stolen strike:struck,stricken swear:sworn ' +
    'sweep:swept swim:swam,swum take:took,taken teach:taught tear:torn tell:told think:thought throw:threw,thrown ' +
    'understand:understood wake:woke,woken wear:wore,worn weep:wept win:won withdraw:withdrew,withdrawn ' +
    'write:wrote,written arise:arose,arisen become:became bend:bent bind:bound bite:bitten blow:blew,blown ' +
    'breed:bred cling:clung creep:crept do:did,done,does flee:fled foresee:foresaw,foreseen leap:leapt ' +
    'mistake:mistook,mistaken overcome:overcame overthrow:overthrew,overthrown spring:sprang,sprung sting:stung ' +
    'swing:swung undergo:underwent,undergone undertake:undertook,undertaken uphold:upheld withstand:withstood'
  )
    .split(' ')
    .flatMap((entry) => {
      const [word = '', forms = ''] = entry.split(':')
      return forms.split(',').map((form): [string, string] => [form, word])
    }),
)

/** British words by their American spelling, where an ending alone does not tell. */
const american = new Map(
  (
    'centre:center theatre:theater metre:meter litre:liter fibre:fiber calibre:caliber sabre:saber spectre:specter ' +
    'sombre:somber lustre:luster meagre:meager kilometre:kilometer centimetre:centimeter millimetre:millimeter ' +
    'defence:defense licence:license offence:offense pretence:pretense practise:practice grey:gray ' +
    'aluminium:aluminum jewellery:jewelry plough:plow mould:mold sceptic:skeptic sceptical:skeptical ageing:aging ' +
    'judgement:judgment programme:program catalogue:catalog dialogue:dialog analogue:analog archaeology:archeology ' +
    'archaeologist:archeologist archaeological:archeological encyclopaedia:encyclopedia manoeuvre:maneuver ' +
    'paediatric:pediatric orthopaedic:orthopedic anaesthetic:anesthetic anaesthesia:anesthesia anaemia:anemia ' +
    'leukaemia:leukemia haemoglobin:hemoglobin haemorrhage:hemorrhage foetus:fetus oestrogen:estrogen ' +
    'diarrhoea:diarrhea mediaeval:medieval aeroplane:airplane artefact:artifact enrol:enroll fulfil:fulfill ' +
    'instalment:installment skilful:skillful sulphur:sulfur yoghurt:yogurt moustache:mustache pyjamas:pajamas'
  )
    .split(' ')
    .map((entry): [string, string] => {
      const [british = '', word = ''] = entry.split(':')
      return [british, word]
    }),
)

/** colour, neighbourhood, favourite: the words whose -our is -or elsewhere (not hour, tour, source). */
const our =
  /^(arm|behavi|cand|cl?am|col|demean|disfav|dishon|endeav|fav|ferv|flav|glam|harb|hon|hum|lab|neighb|od|parl|ranc|rig|rum|sav|savi|splend|tum|val|vap|vig|discol)our(?=$|s|e|i|a|f|h|l)/u
/** -ise is -ize elsewhere. Words that have no other form (exercise) change on both sides, which harms nothing. */
const ise = /([^aeiouvc])is(e|ed|es|er|ers|ing|ation|ations)$/u
const yse = /(anal|paral|catal|dial|hydrol)ys(e|ed|er|ers|ing)$/u

/** The stem of an English word in small letters (Porter), one for all forms and for both spellings. */
export function englishStem(word: string): string {
  const base = irregular.get(word)
  if (base) return stemmer(base)
  return stemmer(word.length > 3 ? americanSpelling(word) : word)
}

/** The American spelling of a word in small letters; itself where there is no other. */
export function americanSpelling(word: string): string {
  const whole = american.get(word)
  if (whole) return whole
  const singular = word.endsWith('s') ? american.get(word.slice(0, -1)) : undefined
  if (singular) return singular
  if (word.includes('our')) return word.replace(our, '$1or')
  if (word.length >= 7 && word.includes('is')) return word.replace(ise, '$1iz$2')
  return word.includes('ys') ? word.replace(yse, '$1yz$2') : word
}

/** The word that an irregular form (mice, analyses) is of; itself for any other word. In small letters. */
export function singularOfIrregular(word: string): string {
  return irregular.get(word) ?? word
}
