import { OriginGroup } from "pulumi-edgecloud";
import { requireBackups } from "./require-backups";

requireBackups();

new OriginGroup("website", {
  name: "guarded-website",
  useNext: true,
  sources: [{ source: "web-1.example.com" }, { source: "web-2.example.com", backup: true }],
});
