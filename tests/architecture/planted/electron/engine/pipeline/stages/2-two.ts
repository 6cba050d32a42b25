// stages-import-no-stage
import './1-one'
