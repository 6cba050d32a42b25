// shells-are-thin
import '../engine/pipeline/stages/1-one'
