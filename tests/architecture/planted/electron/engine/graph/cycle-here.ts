// no-cycles
import './cycle-there'
