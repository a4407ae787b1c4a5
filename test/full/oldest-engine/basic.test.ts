// What every resource does, and the import by which the oldest release was chosen, on that release.
import "../../engine/hosts/cloud-function-basic.test";
import "../../engine/hosts/origin-group-basic.test";
import "../../engine/hosts/snapshot-attributes-basic.test";
import "../engine/plugin-import.test";
