@echo off
where /q node
if errorlevel 1 (
  echo The plugin pulumi-resource-edgecloud needs Node.js 20 or newer: there is no node on PATH. 1>&2
  exit /b 1
)
node "%~dp0index.js" %*
