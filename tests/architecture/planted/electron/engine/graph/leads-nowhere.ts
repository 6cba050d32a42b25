// everything-resolves
import './absent-words'
