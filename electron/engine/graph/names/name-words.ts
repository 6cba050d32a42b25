/** Words that get a capital at the head of a sentence, of a question or of a heading, and are hardly ever a name alone. */
export const commonStarts: ReadonlySet<string> = new Set(
  (
    'a an the this that these those it its he she they we you i his her their our your my who whom whose what which ' +
    'when where why how is are was were be been am do does did has have had can could may might must shall should will ' +
    'would not no yes all any both each either every few many more most much neither none one two three four five six ' +
    'seven eight nine ten first second third another other others same several some such there here then than thus ' +
    'hence therefore however although though because since while whereas if unless until after before during despite ' +
    'besides between among within without under over above below about across against along around as at by for from ' +
    'in into near of off on onto out per through throughout to toward towards up upon via with and or but nor so yet ' +
    'also again once only even just still already always often sometimes usually generally typically originally ' +
    'initially eventually finally recently currently previously formerly later earlier now today according due given ' +
    'following based known born founded located established like unlike including together instead meanwhile ' +
    'moreover furthermore additionally similarly conversely nevertheless nonetheless indeed perhaps maybe soon ' +
    'whether whichever whatever whenever wherever please tell name list describe explain find give compare show note ' +
    'see example figure table chapter section page appendix mr mrs ms dr sir'
  ).split(' '),
)

const calendar: ReadonlySet<string> = new Set(
  (
    'january february march april may june july august september october november december jan feb mar apr jun jul aug ' +
    'sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun'
  ).split(' '),
)

/** Months and weekdays: they date a passage, and link it to nothing. */
export function isCalendarWord(word: string): boolean {
  return calendar.has(word.toLowerCase())
}
